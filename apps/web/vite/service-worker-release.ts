import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'sw.js';

/**
 * Ends the service worker with a mark of the release, made of the names of its files. Browsers
 * install a service worker anew only when its own bytes have changed.
 */
export function serviceWorkerRelease(): Plugin {
  return {
    name: 'service-worker-release',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).toSorted().join('\n');
      const release = createHash('sha256').update(names).digest('hex').slice(0, 16);
      const worker = await readFile(join(dir, FILE), 'utf8');
      await writeFile(join(dir, FILE), `${worker}\n// Release ${release}\n`);
    },
  };
}
