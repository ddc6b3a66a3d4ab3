import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets, secretsPath } from '../../../apps/backend/src/operations/secrets.ts';
import { clusterPassword, copyMigratedCluster, temporarySettings } from './migrated-cluster.ts';

const root = join(import.meta.dirname, '../../..');

/** The program of the backend, and the module that is loaded before it. */
const sources = {
  main: join(root, 'apps/site-server/src/main.ts'),
  quickPasswordHashes: join(import.meta.dirname, 'quick-password-hashes.ts'),
};

/** Returns the bundle of the sources that `npm test` makes, or the sources. */
const findProgram = (folder = process.env.BACKEND_BUNDLE): typeof sources =>
  folder
    ? {
        main: join(folder, 'main.js'),
        quickPasswordHashes: join(folder, 'quick-password-hashes.js'),
      }
    : sources;

/** The backend as its own process, on a free port. */
export interface TestBackend {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The superuser's connection string, for reads and writes that no client may make. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** The output until the backend was ready: warnings, and its address. */
  readonly startOutput: string;
  /** Stops the backend with SIGTERM, and removes its data unless `keepData` is set. */
  stop(options?: { keepData?: boolean }): Promise<void>;
  /** Kills the backend with SIGKILL. */
  kill(): Promise<void>;
}

export interface TestBackendOptions {
  /** An existing data folder for a restart, or an empty one for a first start. */
  readonly dataDir?: string;
  /** Settings of malloc belong here where memory is measured; they cost a fifth of a second of each start. */
  readonly env?: Record<string, string>;
  /** Starts the sources, as `npm start` does, also where a bundle exists. */
  readonly fromSources?: boolean;
}

/** Tests and benchmarks send as many requests from one address as many clients would, so only tests of rate limits set one. */
const requestsPerMinute = '1000000000';

/** Prepares the data folder of a backend that has started before, without keys, which the backend creates. */
async function makeDataDir({
  DATABASE_URL: externalUrl,
  SUPABASE_FOLDER: supabaseFolder,
}: Record<string, string>): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undertone-test-'));
  if (externalUrl) return dataDir;
  const secrets = await loadSecrets(dataDir);
  await writeFile(
    secretsPath(dataDir),
    JSON.stringify({ ...secrets, databasePassword: clusterPassword }),
  );
  await copyMigratedCluster(dataDir, supabaseFolder);
  const settings = Object.entries(temporarySettings).map(([name, value]) => `${name} = ${value}\n`);
  await appendFile(join(dataDir, 'postgres/postgresql.conf'), settings.join(''));
  return dataDir;
}

type RunningFile = Pick<TestBackend, 'url' | 'publishableKey' | 'secretKey' | 'databaseUrl'>;

/**
 * Starts the backend on a new data folder with a migrated, empty database, or on the given
 * folder.
 * @throws with the backend's output when the process ends before it is ready
 */
export async function startBackend({
  dataDir: givenDataDir,
  env = {},
  fromSources = false,
}: TestBackendOptions = {}): Promise<TestBackend> {
  const dataDir = givenDataDir ?? (await makeDataDir(env));
  const { main, quickPasswordHashes } = fromSources ? sources : findProgram();
  const child = spawn(process.execPath, ['--import', quickPasswordHashes, main], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE: requestsPerMinute,
      ...env,
    },
  });

  let output = '';
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      if (output.includes('Undertone is at')) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', () => reject(new Error(`the backend did not start:\n${output}`)));
  }).catch(async (error: unknown) => {
    if (givenDataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    throw error;
  });

  const running: RunningFile = JSON.parse(await readFile(join(dataDir, 'undertone.json'), 'utf8'));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };

  return {
    ...running,
    dataDir,
    process: child,
    startOutput: output,
    async stop({ keepData = false } = {}) {
      await end('SIGTERM');
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
  };
}
