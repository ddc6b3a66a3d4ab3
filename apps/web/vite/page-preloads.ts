import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { importClosure } from './import-closure.ts';

type Chunk = Rolldown.OutputChunk;

/** The file from which the server reads the files that a page needs first. */
const FILE = '.vite/preloads.json';

/** Code that some pages import dynamically as soon as they start. */
interface EarlyCode {
  /** Matches the route files of those pages. */
  routes: RegExp;
  /** A substring of the paths of the code's modules. */
  modules: string;
}

/**
 * Lists, for each page of the app, the code that the page needs in addition to that of the document. The
 * server adds those files to the document as preloads, so that they are fetched in parallel with the app's
 * own code.
 *
 * @param document the file name of the document, whose own code is excluded
 * @param folder the folder of the route files
 */
export function pagePreloads(
  document: string,
  folder: string,
  early: readonly EarlyCode[] = [],
): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(document));
      if (!entry) throw new Error(`The build has no document ${document}.`);
      const importsOf = ({ imports }: Chunk) =>
        chunks.filter(({ fileName }) => imports.includes(fileName));
      const named = importClosure([entry], importsOf);
      const preloads = routeFiles(folder).flatMap((file) => {
        // Redirects and layouts are not pages.
        if (!componentOf(join(folder, file), chunks) || isLayout(file)) return [];
        const components = withLayouts(file).flatMap(
          (each) => componentOf(join(folder, each), chunks) ?? [],
        );
        const needed = early.filter(({ routes }) => routes.test(file));
        const imported = chunks.filter(({ moduleIds }) =>
          needed.some(({ modules }) => moduleIds.some((id) => id.includes(modules))),
        );
        // What others import comes first: where the files are run one by one, each is then a small task.
        const files = [...importClosure([...components, ...imported], importsOf)]
          .filter((chunk) => !named.has(chunk))
          .map((chunk) => `/${chunk.fileName}`)
          .toReversed();
        return { path: pathPattern(file), files };
      });
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(preloads) });
    },
  };
}

/** The route files. Those with a path parameter come last, because literal paths take precedence. */
function routeFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const routes = files.filter((file) => file.endsWith('.tsx') && !/(^|\/)-|__root/.test(file));
  const hasParameter = (file: string) => Number(file.includes('$'));
  return routes.sort((one, other) => hasParameter(one) - hasParameter(other));
}

const isLayout = (file: string): boolean => /(^|\/)_[^/]*\.tsx$/.test(file);

/** A route file after its layouts: `_shell.tsx`, `_shell/_member.tsx`, `_shell/_member/app.tsx`. */
const withLayouts = (file: string): string[] => {
  const folders = file.split('/').slice(0, -1);
  return [...folders.map((_, index) => `${folders.slice(0, index + 1).join('/')}.tsx`), file];
};

/** The regular expression of a route's paths: `^/voice-drop/[^/]+$` for `_shell/voice-drop.$id.tsx`. */
export function pathPattern(file: string): string {
  const segments = file
    .replace(/\.tsx$/, '')
    .split(/[./]/)
    .filter((segment) => !segment.startsWith('_') && segment !== 'index')
    .map((segment) => (segment.startsWith('$') ? '[^/]+' : segment.replace(/_$/, '')));
  return `^/${segments.join('/')}$`;
}

/** The chunk of a route's component, which the router's plugin splits off; undefined without a component. */
function componentOf(route: string, chunks: readonly Chunk[]): Chunk | undefined {
  return chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.startsWith(`${route}?tsr-split=component`)),
  );
}
