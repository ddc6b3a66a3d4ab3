/** What the bundler knows of a module when it puts modules into chunks. */
interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The modules that first loads begin with, by their absolute paths. */
interface FirstLoads {
  /** The front door, a document of its own. */
  door: readonly string[];
  /** What every page of the app begins with. */
  app: readonly string[];
  /** The routes of the feed. */
  feed: readonly string[];
  /** The routes of signing in. */
  auth: readonly string[];
  /** The routes of a drop and of a profile, which strangers come to by links. */
  visit: readonly string[];
}

/**
 * Names the chunk of a module that a page needs before it is usable: `ui` (what the front door, or
 * both the feed and signing in, draw with), `app` (what all pages of the app need), `feed`, `auth` or `visit`. One file for each
 * compresses better than many small ones, and arrives sooner. What is fetched later stays in
 * files of its own.
 */
export function firstLoadChunks(entries: FirstLoads) {
  let chunks: Map<string, string> | undefined;
  return (id: string, context: ChunkingContext): string | null => {
    chunks ??= chunksOf(entries, (each) => context.getModuleInfo(each)?.importedIds ?? []);
    return chunks.get(id) ?? null;
  };
}

function chunksOf(
  { door, app, feed, auth, visit }: FirstLoads,
  importsOf: (id: string) => readonly string[],
): Map<string, string> {
  const needs = (entries: readonly string[]) => closure(entries, importsOf);
  const ofRoutes = (routes: readonly string[]) => needs(routes.flatMap(withComponent));
  const [ofApp, ofFeed, ofAuth] = [needs(app), ofRoutes(feed), ofRoutes(auth)];
  const shared = [...ofFeed].filter((id) => ofAuth.has(id));
  const sharedUi = shared.filter((id) => id.includes('/src/ui/'));

  const chunks = new Map<string, string>();
  const fill = (chunk: string, ids: Iterable<string>) => {
    for (const id of ids) {
      // Libraries have chunks of their own, and so has what the document or a member's page begins with.
      if (isLibrary(id) || isForMembers(id) || app.includes(id) || door.includes(id)) continue;
      if (!chunks.has(id)) chunks.set(id, chunk);
    }
  };
  const inFirstLoad = (id: string) => ofApp.has(id) || ofFeed.has(id);
  fill('ui', [...needs([...door, ...sharedUi])].filter(inFirstLoad));
  fill('app', [...ofApp, ...shared]);
  fill('feed', ofFeed);
  fill('auth', ofAuth);
  fill('visit', ofRoutes(visit));
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
