import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** A backend of its own in a process of its own, on this project's folder. */
export interface RunningBackend {
  readonly pid: number;
  readonly url: string;
  readonly publishableKey: string;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

export interface Account {
  readonly id: string;
  readonly accessToken: string;
}

/** Starts a backend on a database that goes when it is stopped. */
export async function startBackend(): Promise<RunningBackend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undertone-bench-'));
  const child = spawn(process.execPath, [join(root, 'apps/backend/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const isReady = new Promise<boolean>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Undertone is at')) resolve(true);
    });
    child.once('exit', () => resolve(false));
  });
  if (!(await isReady) || child.pid === undefined) {
    await stop();
    throw new Error('The backend did not start.');
  }
  const file = await readFile(join(dataDir, 'undertone.json'), 'utf8');
  return { ...JSON.parse(file), pid: child.pid, stop };
}

export const viewer = { email: 'viewer@example.com', password: 'a long enough passphrase' };

/** Signs the viewer up as the app does. */
export async function signUp({ url, publishableKey }: RunningBackend): Promise<Account> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...viewer, data: { username: 'viewer' } }),
  });
  const session: { access_token: string; user: { id: string } } = JSON.parse(await response.text());
  return { id: session.user.id, accessToken: session.access_token };
}

/** What was measured on, in a line. */
export const machine = (): string => {
  const processors = cpus();
  return `${processors[0]?.model}, ${processors.length} cores, Node ${process.version}`;
};
