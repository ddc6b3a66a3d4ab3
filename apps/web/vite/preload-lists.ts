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

/** What every document imports first. */
const everywhere = ['rolldown-runtime', 'react', 'ui'];

/** The chunks that have been loaded before a chunk runs, since it imports them, by the chunk's name. */
const loadedBefore: Record<string, readonly string[]> = {
  ui: everywhere,
  app: [...everywhere, 'query', 'foundation', 'app'],
  feed: [...everywhere, 'query', 'foundation', 'app', 'icons', 'feed'],
};

/** The name of a chunk's file without folder and hash. */
const chunkName = (file: string) => /^assets\/(.+)-.{7}\.js$/.exec(file)?.[1] ?? '';

/**
 * For `modulePreload.resolveDependencies`: leaves out of the list of files that a chunk preloads together
 * with a file those that the chunk imports itself. The lists are a part of the first load.
 */
export function withoutOwnImports(
  _file: string,
  files: string[],
  { hostId }: { hostId: string },
): string[] {
  const loaded = loadedBefore[chunkName(hostId)] ?? [];
  return files.filter((file) => !loaded.includes(chunkName(file)));
}
