import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'sw.js';

/** The script that makes videos, which needs the network for a clip's sound anyway. */
const ONLINE_ONLY = /^assets\/video-worker-/;

/** The line of the service worker that the list replaces. */
const PLACEHOLDER = 'const FILES = [];';

/** Puts the names of a release's files into the service worker's source. */
export function withFiles(worker: string, names: readonly string[]): string {
  if (!worker.includes(PLACEHOLDER)) throw new Error(`${FILE} has no line: ${PLACEHOLDER}`);
  const files = names.filter(
    (name) => name.startsWith('assets/') && !name.endsWith('.br') && !ONLINE_ONLY.test(name),
  );
  const list = JSON.stringify(files.map((name) => `/${name}`).toSorted(), null, 2);
  return worker.replace(PLACEHOLDER, () => `const FILES = ${list};`);
}

/**
 * Writes the names of the release's files into the service worker. Browsers install a service worker again
 * only when its bytes have changed, and the names change with each release.
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
