import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { access, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { OperatorError } from '../../apps/backend/src/lib/operator-error.ts';
import { root, runQuietly } from './run.ts';

/** Files and folders that the built site depends on. */
const sources = ['apps/web', 'packages/domain', 'packages/voice', 'package-lock.json'];
const ignored = new Set(['dist', 'node_modules']);

const fingerprint = async (): Promise<string> => {
  const patterns = sources.map((source) => `${source}{,/**}`);
  const exclude = ({ name }: Dirent) => ignored.has(name);
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: root, exclude, withFileTypes: true })) {
    if (file.isFile()) files.push(join(file.parentPath, file.name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(relative(root, file)).update(await readFile(file));
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
