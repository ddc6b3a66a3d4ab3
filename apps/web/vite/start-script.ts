import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The path in the sources of the documents. */
const PATH = '/start.js';

/**
 * Gives the script that documents run before their first paint a name with a hash. Browsers and the service worker
 * then keep the file, and a later visit does not wait until the server has confirmed that it is unchanged.
 *
 * @param folder the folder of the public files
 */
export function startScript(folder: string): Plugin {
  return {
    name: 'start-script',
    apply: 'build',
    async buildStart() {
      const source = await readFile(join(folder, PATH), 'utf8');
      this.emitFile({ type: 'asset', name: 'start.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        const file = Object.keys(bundle ?? {}).find((path) => /\/start-[^/]+\.js$/.test(path));
        if (!file || !html.includes(PATH)) throw new Error(`${filename} has no script ${PATH}.`);
        return html.replace(PATH, `/${file}`);
      },
    },
  };
}
