import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../apps/backend/src/lib/operator-error.ts';
import { root, runQuietly } from './run.ts';

/** Files and folders that the built site depends on. */
const sources = ['apps/web', 'packages/domain', 'packages/voice', 'package-lock.json'];
const ignored = new Set(['dist', 'node_modules']);

const listFiles = async (path: string): Promise<string[]> => {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  const nested = await Promise.all(
    entries
      .filter((entry) => !ignored.has(entry.name))
      .map(async (entry) => {
        const child = `${path}/${entry.name}`;
        return entry.isDirectory() ? listFiles(child) : [child];
      }),
  );
  return nested.flat();
};

const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256');
  const files = (await Promise.all(sources.map(listFiles))).flat().sort();
  for (const file of files) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex');
};

/**
 * Builds the site unless the present build was made from the same sources.
 * @throws {OperatorError} when the build fails, after the build's own output
 */
export async function buildSiteWhenStale(): Promise<void> {
  const stamp = join(root, '.cache/site-build');
  const current = await fingerprint();
  const built = await readFile(stamp, 'utf8').catch(() => '');
  const exists = await access(join(root, 'apps/web/dist/index.html')).then(
    () => true,
    () => false,
  );
  if (exists && built === current) return;

  console.log('Building the site…');
  if ((await runQuietly('npm', ['run', 'build', '--silent', '-w', 'apps/web'])) !== 0) {
    throw new OperatorError('The site did not build.');
  }
  await mkdir(join(root, '.cache'), { recursive: true });
  await writeFile(stamp, current);
}
