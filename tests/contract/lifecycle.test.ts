import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Runs for the tests that do not look at a first start; some end it and start it again on its folder. */
let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

const startAgain = async (env: Record<string, string> = {}): Promise<void> => {
  backend = await startBackend({ dataDir: backend.dataDir, env });
};

const isAlive = (pid: number): boolean => {
  try {
    // A zombie that its container never reaps has ended, too.
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith(
      'Z',
    );
  } catch {
    return false;
  }
};

const postmasterPid = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

/** The child processes of a server. */
const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-axo', 'ppid=,pid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([parent]) => parent === pid)
    .map(([, child = NaN]) => child);

const write = async ({ databaseUrl }: TestBackend, word: string): Promise<void> => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`create table if not exists backend.words (word text)`;
  await sql`insert into backend.words values (${word})`;
  await sql.end();
};

const read = async ({ databaseUrl }: TestBackend): Promise<string[]> => {
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql<{ word: string }[]>`select word from backend.words order by word`;
  await sql.end();
  return rows.map(({ word }) => word);
};

/** The lines that a start prints for the operator, without those of the log. */
const linesOf = ({ startOutput }: TestBackend): string[] =>
  startOutput.split('\n').filter((line) => line !== '' && !line.startsWith('{'));

describe('a backend', () => {
  it('prints a few lines at its first start, stops PostgreSQL on SIGTERM, and starts again with the same data and keys', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'undertone-first-start-'));
    const first = await startBackend({ dataDir, fromSources: true });
    const address = expect.stringMatching(/^Undertone is at http:\/\/127\.0\.0\.1:\d+$/);
    expect(linesOf(first)).toEqual([
      'Making the database…',
      expect.stringMatching(/^Applying \d+ migrations…$/),
      address,
    ]);
    await write(first, 'kept');
    const pid = await postmasterPid(first.dataDir);
    await first.stop({ keepData: true });
    expect(isAlive(pid)).toBe(false);

    const second = await startBackend({ dataDir });
    expect(await read(second)).toEqual(['kept']);
    expect(second.publishableKey).toBe(first.publishableKey);
    expect(linesOf(second)).toEqual([address]);
    await second.stop();
  });

  it('stops a remaining PostgreSQL after it was killed, and starts with all data', async () => {
    await write(backend, 'before the kill');
    const pid = await postmasterPid(backend.dataDir);
    await backend.kill();
    expect(isAlive(pid)).toBe(true);

    await startAgain();
    expect(isAlive(pid)).toBe(false);
    expect(await read(backend)).toContain('before the kill');
  });

  it('starts after it and PostgreSQL were both killed', async () => {
    await write(backend, 'before both kills');
    process.kill(await postmasterPid(backend.dataDir), 'SIGKILL');
    await backend.kill();

    await startAgain();
    expect(await read(backend)).toContain('before both kills');
  });

  it('ends the remaining process of a killed PostgreSQL before it starts', async () => {
    await write(backend, 'before PostgreSQL was killed');
    const pid = await postmasterPid(backend.dataDir);
    const [child = NaN] = childrenOf(pid);
    // A stopped process cannot notice that its server has ended.
    process.kill(child, 'SIGSTOP');
    process.kill(pid, 'SIGKILL');
    await backend.kill();

    await startAgain();
    expect(isAlive(child)).toBe(false);
    expect(await read(backend)).toContain('before PostgreSQL was killed');
  });

  it('refuses the data folder of a running backend, which it names', async () => {
    await expect(startBackend({ dataDir: backend.dataDir })).rejects.toThrow(
      /already runs on .* \(process \d+\)/,
    );
  });

  it('names a port that is taken before it starts anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await expect(startBackend({ env: { PORT: String(port) } })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken`,
    );
    other.close();
  });

  it('starts with a data folder that was open to others, which it closes, and ignores variables of another PostgreSQL', async () => {
    await backend.stop({ keepData: true });
    const folders = [backend.dataDir, join(backend.dataDir, 'postgres')];
    for (const folder of folders) await chmod(folder, 0o777);
    await startAgain({
      PGSSLMODE: 'require',
      PGOPTIONS: '-c search_path=nowhere',
      PGREPLICATION: 'database',
      PGSSLNEGOTIATION: 'direct',
    });
    const modes = await Promise.all(
      folders.map(async (folder) => (await stat(folder)).mode & 0o777),
    );
    // Where root starts PostgreSQL as another user, that user has to enter the folder.
    expect(modes).toEqual([process.getuid?.() === 0 ? 0o711 : 0o700, 0o700]);
  });

  it('names a wrong setting without a stack trace', async () => {
    const failure = startBackend({ env: { PORT: 'eighty' } });
    await expect(failure).rejects.toThrow('PORT must be a whole number');
    await expect(failure).rejects.not.toThrow(/at .*config\.ts/);
  });

  it('answers /healthz without a key, and refuses an unknown service', async () => {
    const { url } = backend;
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    const refused = await fetch(`${url}/graphql/v1/`);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toEqual({ message: '/graphql/v1/ is not served here' });
  });
});
