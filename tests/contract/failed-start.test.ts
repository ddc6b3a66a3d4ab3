import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '@undertone/test-support/backend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-failed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The lines that a failed start prints, without those of the log. */
const failure = async (dataDir: string, env: Record<string, string> = {}): Promise<string[]> => {
  const output = await startBackend({ dataDir, env }).then(
    async (backend) => {
      await backend.stop({ keepData: true });
      return 'it started';
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return output
    .split('\n')
    .slice(1)
    .filter((line) => line !== '' && !line.startsWith('{'));
};

describe('a start that fails prints its cause in one line', () => {
  it('when the data folder’s path leads through a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await failure(file)).toEqual([`${file}: a file is where a folder should be (EEXIST).`]);
    expect(await failure(join(file, 'data'))).toEqual([
      expect.stringMatching(/file\/data: a file is where a folder should be \(ENOTDIR\)\.$/),
    ]);
  });

  it('when secrets.json is damaged, and leaves the file as it is', async () => {
    const secrets = join(folder, 'secrets.json');
    await writeFile(secrets, '{"publishableKey": "sb_publishable_known"}');
    expect(await failure(folder)).toEqual([
      expect.stringMatching(/secrets\.json lacks secretKey, .*Restore the file from a backup/),
    ]);
    expect(await readFile(secrets, 'utf8')).toBe('{"publishableKey": "sb_publishable_known"}');
  });

  it('when the database cannot be reached', async () => {
    const [line, ...others] = await failure(folder, {
      DATABASE_URL: 'postgres://admin:hidden@127.0.0.1:1/postgres',
    });
    expect(line).toBe(
      'DATABASE_URL: no connection to admin@127.0.0.1:1/postgres: nothing listens there',
    );
    expect(others).toEqual([]);
  });

  it('with the stack if LOG_LEVEL is debug', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const [line, ...others] = await failure(file, { LOG_LEVEL: 'debug' });
    expect(line).toBe(`${file}: a file is where a folder should be (EEXIST).`);
    expect(others.join('\n')).toMatch(/EEXIST: .*\n\s+at /);
  });
});

/** Mounts a small file system, where the process may. */
const mount = (target: string, options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', target]).status === 0;

const canMount = (() => {
  const probe = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
  const may = mount(probe, 'size=64k');
  if (may) execFileSync('umount', [probe]);
  execFileSync('rmdir', [probe]);
  return may;
})();

describe.skipIf(!canMount)(
  'a start on a disk that cannot be written to prints its cause in one line',
  () => {
    let disk: string;
    beforeEach(async () => {
      disk = join(folder, 'disk');
      await mkdir(disk);
    });
    afterEach(() => {
      spawnSync('umount', [disk]);
    });

    it('when it is read-only', async () => {
      mount(disk, 'size=64k,ro');
      expect(await failure(disk)).toEqual([`${disk}: the file system is read-only (EROFS).`]);
    });

    it('when it is full', async () => {
      mount(disk, 'size=8k');
      await writeFile(join(disk, 'others'), Buffer.alloc(8192)).catch(() => undefined);
      expect(await failure(disk)).toEqual([
        expect.stringMatching(/\/disk[^:]*: the disk is full \(ENOSPC\)\.$/),
      ]);
    });

    it('when it fills up while PostgreSQL creates its files', async () => {
      mount(disk, 'size=16m');
      expect(await failure(disk)).toEqual([
        'Making the database…',
        expect.stringMatching(/^PostgreSQL cannot start on .*\/disk\/postgres: .*No space left/),
      ]);
    });
  },
);
