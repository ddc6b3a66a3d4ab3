/** What the bundler tells of its modules when it makes chunks of them. */
interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Modules that pages begin with, by their absolute paths. */
interface FirstLoads {
  /** The front door, a document of its own. */
  door: readonly string[];
  /** What every page of the app begins with. */
  app: readonly string[];
  /** What the feed needs beyond that. */
  feed: readonly string[];
  /** What other pages need that strangers come to first; each in one chunk of that name, the earlier ones without the later. */
  pages: Readonly<Record<string, readonly string[]>>;
}

/**
 * Names the chunk of a module that a page needs before it is usable: many small
 * files compress worse than one, and take longer to arrive. What is fetched later
 * stays in files of its own. `ui` is for all pages, the front door included.
 */
export function firstLoadChunks(entries: FirstLoads) {
  let chunks: Map<string, string> | undefined;
  return (id: string, context: ChunkingContext): string | null => {
    chunks ??= chunksOf(entries, (each) => context.getModuleInfo(each)?.importedIds ?? []);
    return chunks.get(id) ?? null;
  };
}

function chunksOf(
  { door, app, feed, pages }: FirstLoads,
  importsOf: (id: string) => readonly string[],
): Map<string, string> {
  const ofApp = closure(app, importsOf);
  const needed = new Set([...ofApp, ...closure(feed.flatMap(withComponent), importsOf)]);
  const ofAuth = closure((pages['auth'] ?? []).flatMap(withComponent), importsOf);
  const drawing = [...needed].filter((id) => id.includes('/src/ui/') && ofAuth.has(id));
  const everywhere = closure([...door, ...drawing], importsOf);

  const chunks = new Map<string, string>();
  for (const id of needed) {
    // Libraries have chunks of their own, and so has what the document or a member's page begins with.
    if (isLibrary(id) || isForMembers(id) || app.includes(id)) continue;
    if (everywhere.has(id)) chunks.set(id, 'ui');
    else chunks.set(id, ofApp.has(id) ? 'app' : 'feed');
  }
  for (const [name, routes] of Object.entries(pages)) {
    for (const id of closure(routes.flatMap(withComponent), importsOf)) {
      if (!needed.has(id) && !isLibrary(id) && !isForMembers(id)) chunks.set(id, name);
      needed.add(id);
    }
  }
  return chunks;
}

/** The router's plugin moves a route's component into a module that is named after it. */
const withComponent = (route: string): string[] => [route, `${route}?tsr-split=component`];

const isLibrary = (id: string): boolean => id.includes('/node_modules/');

/** What members' pages begin with: visitors, who need the feed's cards too, do without. */
const isForMembers = (id: string): boolean => id.includes('?tsr-split=') && id.includes('_member/');

/** All that is imported, by whatever detour, but not what is fetched later. */
function closure(
  entries: readonly string[],
  importsOf: (id: string) => readonly string[],
): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    importsOf(id).forEach(visit);
  };
  entries.forEach(visit);
  return found;
}
