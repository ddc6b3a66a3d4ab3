/** The names of the chunks of first loads; all other chunks are named by their hash alone. */
export const firstLoadNames: ReadonlySet<string> = new Set([
  'rolldown-runtime',
  'react',
  'ui',
  'foundation',
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
  app: [...everywhere, 'foundation', 'app'],
  feed: [...everywhere, 'foundation', 'app', 'feed'],
};

/** The name of a chunk's file without folder and hash. */
const chunkName = (file: string) => /^assets\/(.+)-[^-]+\.js$/.exec(file)?.[1] ?? '';

/**
 * For `modulePreload.resolveDependencies`: the files to preload when a chunk imports a file dynamically.
 * These lists are part of the first load, and therefore leave out the imported file, which is requested
 * at the same moment, and the files that the importing chunk imports itself.
 */
export function withoutOwnImports(
  imported: string,
  files: string[],
  { hostId }: { hostId: string },
): string[] {
  const loaded = loadedBefore[chunkName(hostId)] ?? [];
  return files.filter((file) => file !== imported && !loaded.includes(chunkName(file)));
}
