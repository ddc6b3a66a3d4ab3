import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'sw.js';

/** The line of the service worker that the list takes the place of. */
const PLACE = 'const FILES = [];';

/** Puts a release's files into the service worker's source. */
export function withFiles(worker: string, names: readonly string[]): string {
  if (!worker.includes(PLACE)) throw new Error(`${FILE} has no line: ${PLACE}`);
  const files = names.filter((name) => name.startsWith('assets/') && !name.endsWith('.br'));
  const list = JSON.stringify(files.map((name) => `/${name}`).toSorted(), null, 2);
  return worker.replace(PLACE, () => `const FILES = ${list};`);
}

/**
 * Tells the service worker the names of the release's files. They also make it another one with each
 * release: browsers install a service worker anew only when its own bytes have changed.
 */
export function serviceWorkerRelease(): Plugin {
  return {
    name: 'service-worker-release',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const path = join(dir, FILE);
      await writeFile(path, withFiles(await readFile(path, 'utf8'), Object.keys(bundle)));
    },
  };
}
