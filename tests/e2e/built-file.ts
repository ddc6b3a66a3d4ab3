import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../apps/web/dist/.vite/manifest.json'), 'utf8'),
);

/**
 * Returns the path of the built file of a module that the site loads lazily.
 *
 * @param source the module's path in `apps/web/src`
 */
export function builtFile(source: string): string {
  const chunk = manifest[`src/${source}`];
  if (!chunk) throw new Error(`The build has no separate file for ${source}.`);
  return `/${chunk.file}`;
}
