/** The names of the chunks of first loads; all other chunks are named by their hash alone. */
export const firstLoadNames: ReadonlySet<string> = new Set([
  'rolldown-runtime',
  'react',
  'ui',
  'query',
  'foundation',
  'icons',
  'app',
  'feed',
  'auth',
  'visit',
]);

/** The chunks that every document imports first. */
const everywhere = ['rolldown-runtime', 'react', 'ui'];

/** The chunks that a chunk imports, and that are therefore loaded before it runs, by the chunk's name. */
const loadedBefore: Record<string, readonly string[]> = {
  ui: everywhere,
  app: [...everywhere, 'query', 'foundation', 'app'],
  feed: [...everywhere, 'query', 'foundation', 'app', 'icons', 'feed'],
};

/** The name of a chunk's file without folder and hash. */
const chunkName = (file: string) => /^assets\/(.+)-.{7}\.js$/.exec(file)?.[1] ?? '';

/**
 * For `modulePreload.resolveDependencies`: removes the files that a chunk imports itself from the list of
 * files that it preloads, because these lists are part of the first load.
 */
export function withoutOwnImports(
  _file: string,
  files: string[],
  { hostId }: { hostId: string },
): string[] {
  const loaded = loadedBefore[chunkName(hostId)] ?? [];
  return files.filter((file) => !loaded.includes(chunkName(file)));
}
