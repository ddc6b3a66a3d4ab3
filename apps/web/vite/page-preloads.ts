import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** What the server reads of the build: which files the page at a path begins with. */
const FILE = '.vite/preloads.json';

/** A library that the first act of some pages needs, and fetches by itself. */
interface SoonNeeded {
  /** Which pages, by their route files. */
  routes: RegExp;
  /** What the paths of its modules hold. */
  library: string;
}

/**
 * Lists, for each page of the app, the code that it needs beyond what the document names itself.
 * The server names those files in the document that it sends, so that they are fetched beside the
 * app's own code and not after it.
 *
 * @param document whose code is fetched in any case
 * @param folder of the route files
 */
export function pagePreloads(document: string, folder: string, soon?: SoonNeeded): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(document));
      if (!entry) throw new Error(`The build holds no document ${document}.`);
      const named = closure([entry], chunks);
      const preloads = routeFiles(folder).flatMap((file) => {
        const begun = withLayouts(file).map((each) => componentOf(join(folder, each), chunks));
        // A route that only leads elsewhere, or only frames others, shows no page.
        if (!begun.at(-1) || isLayout(file)) return [];
        const libraries = chunks.filter(
          ({ moduleIds }) =>
            soon?.routes.test(file) && moduleIds.some((id) => id.includes(soon.library)),
        );
        const needed = [...closure([...begun.filter(isDefined), ...libraries], chunks)];
        const files = needed
          .filter((chunk) => !named.has(chunk))
          .map((chunk) => `/${chunk.fileName}`);
        return { path: pathPattern(file), files };
      });
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(preloads) });
    },
  };
}

/** The router's file routes; those whose path holds a parameter come last, since names go before them. */
function routeFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const routes = files.filter((file) => file.endsWith('.tsx') && !/(^|\/)-|__root/.test(file));
  const hasParameter = (file: string) => Number(file.includes('$'));
  return routes.sort((one, other) => hasParameter(one) - hasParameter(other));
}

const isLayout = (file: string): boolean => /(^|\/)_[^/]*\.tsx$/.test(file);

/** `_shell/_member/app.tsx` stands in `_shell.tsx` and `_shell/_member.tsx`. */
const withLayouts = (file: string): string[] => {
  const folders = file.split('/').slice(0, -1);
  return [...folders.map((_, index) => `${folders.slice(0, index + 1).join('/')}.tsx`), file];
};

/** A regular expression of the paths that a route shows: `_shell/voice-drop.$id.tsx` is `^/voice-drop/[^/]+$`. */
export function pathPattern(file: string): string {
  const segments = file
    .replace(/\.tsx$/, '')
    .split(/[./]/)
    .filter((segment) => !segment.startsWith('_') && segment !== 'index')
    .map((segment) => (segment.startsWith('$') ? '[^/]+' : segment.replace(/_$/, '')));
  return `^/${segments.join('/')}$`;
}

/** The chunk that the router's plugin made of a route's component, if it has one. */
function componentOf(route: string, chunks: readonly Chunk[]): Chunk | undefined {
  return chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.startsWith(`${route}?tsr-split=component`)),
  );
}

const isDefined = (chunk: Chunk | undefined): chunk is Chunk => chunk !== undefined;

/** Chunks and all that they import, but not what is fetched later. */
function closure(begun: readonly Chunk[], chunks: readonly Chunk[]): Set<Chunk> {
  const found = new Set<Chunk>();
  const visit = (chunk: Chunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    chunks.filter(({ fileName }) => chunk.imports.includes(fileName)).forEach(visit);
  };
  begun.forEach(visit);
  return found;
}
