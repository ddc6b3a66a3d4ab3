import { importClosure } from './import-closure.ts';

/** The bundler's context for assigning modules to chunks. */
interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The entry modules of first loads, by absolute path. */
interface FirstLoads {
  /** The landing page, a separate document. */
  landing: readonly string[];
  /** The entry of every page of the app. */
  app: readonly string[];
  /** The routes of the feed. */
  feed: readonly string[];
  /** The routes of signing in. */
  auth: readonly string[];
  /** The routes of a drop and of a profile, which visitors open by links. */
  visit: readonly string[];
}

/**
 * Modules that are in the chunk of a first load by their name. All icons are imported from one entry of their library,
 * in which the bundler sees no single imports: those of the landing page are in `ui`, those of the bars and the
 * cards in `feed`. An icon missing here may cause a cycle of chunks, at which `budget/check.ts` fails.
 */
const byName: readonly (readonly [chunk: string, RegExp])[] = [
  ['ui', /\/lucide-react\/dist\/esm\/icons\/(pause|play)\.mjs$/],
  [
    'feed',
    /\/lucide-react\/dist\/esm\/icons\/(arrow-left|bell|bookmark|chevron-down|compass|ellipsis|headphones|heart|house|info|lock|log-in|menu|message-circle|mic|panel-left|rotate-ccw|search|settings|share-2|trending-up|user|user-plus|users)\.mjs$/,
  ],
  // Needed by signing in and by the recorder, for which a file of its own would be one request too many.
  ['app', /\/src\/ui\/failure-note\.tsx$/],
];

/**
 * Returns a function that names the chunk of a module in a first load: `ui` (what the
 * landing page shares with the app), `app` (needed by all pages of the app), `feed`, `auth` or
 * `visit`. One file compresses better than many small ones and arrives sooner. Modules that are
 * fetched later keep chunks of their own.
 */
export function firstLoadChunks(entries: FirstLoads) {
  let chunks: Map<string, string> | undefined;
  return (id: string, context: ChunkingContext): string | null => {
    chunks ??= chunksOf(entries, (each) => context.getModuleInfo(each)?.importedIds ?? []);
    return byName.find(([, name]) => name.test(id))?.[0] ?? chunks.get(id) ?? null;
  };
}

function chunksOf(
  { landing, app, feed, auth, visit }: FirstLoads,
  importsOf: (id: string) => readonly string[],
): Map<string, string> {
  const needs = (entries: readonly string[]) => importClosure(entries, importsOf);
  const ofRoutes = (routes: readonly string[]) => needs(routes.flatMap(withComponent));
  const [ofApp, ofFeed, ofAuth] = [needs(app), ofRoutes(feed), ofRoutes(auth)];
  const shared = [...ofFeed].filter((id) => ofAuth.has(id));

  const chunks = new Map<string, string>();
  const fill = (chunk: string, ids: Iterable<string>) => {
    for (const id of ids) {
      // Libraries and the documents' entries have separate chunks.
      if (isLibrary(id) || app.includes(id) || landing.includes(id)) continue;
      if (!chunks.has(id)) chunks.set(id, chunk);
    }
  };
  const inFirstLoad = (id: string) => ofApp.has(id) || ofFeed.has(id);
  fill('ui', [...needs(landing)].filter(inFirstLoad));
  fill('app', [...ofApp, ...shared]);
  fill('feed', ofFeed);
  fill('auth', ofAuth);
  fill('visit', ofRoutes(visit));
  return chunks;
}

/** A route and its component, which the router's plugin moves into a module of its own. */
const withComponent = (route: string): string[] => [route, `${route}?tsr-split=component`];

const isLibrary = (id: string): boolean => id.includes('/node_modules/');
