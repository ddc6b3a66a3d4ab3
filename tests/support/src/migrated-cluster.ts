import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries } from '../../../apps/backend/src/database/postgres-binaries.ts';
import { startPostgres } from '../../../apps/backend/src/database/postgres-server.ts';
import { startDatabase } from '../../../apps/backend/src/database/start.ts';

const root = resolve(import.meta.dirname, '../../..');

/** This project's own migrations and settings. */
export const projectFolder = join(root, 'supabase');

/** The password of the superuser and of the role that requests log in as, in every copy. */
export const clusterPassword = 'test';

/** What every start of the tests' databases has in common. */
export const databaseOptions = {
  databaseUrl: null,
  password: clusterPassword,
  vaultKey: 'vault-key-of-tests',
  onLog: () => undefined,
} as const;

/**
 * A temporary folder need not survive a crash of the machine. Commits still
 * survive a crash of PostgreSQL, and are decoded for realtime at once. With little memory, PostgreSQL
 * starts and stops in two thirds of the time; benchmarks leave it the memory that it takes otherwise.
 */
export const temporarySettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  ...(process.env.VITEST !== undefined && { shared_buffers: '16MB' }),
};

const templates = join(root, '.cache/clusters');

/** A template that was not used for a week is removed as outdated. */
const templateLifetime = 7 * 24 * 60 * 60 * 1000;

/** The code that makes a cluster and applies the initial schema and migrations. */
const databaseCode = join(root, 'apps/backend/src/database');

/** A hash of PostgreSQL's program and of the code and SQL in folders. */
async function fingerprint(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const { postgres } = await findPostgresBinaries();
  const { size, mtimeMs } = await stat(postgres);
  hash.update(`${postgres} ${size} ${mtimeMs}`);
  for (const folder of folders) {
    const names = await readdir(folder);
    for (const name of names.filter((each) => /(?<!\.test)\.(ts|sql)$/.test(each)).sort()) {
      hash.update(name).update(await readFile(join(folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function removeUnusedTemplates(): Promise<void> {
  for (const name of await readdir(templates)) {
    // Another process may have moved or removed it meanwhile.
    const used = await stat(join(templates, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    if (used && used.mtimeMs < Date.now() - templateLifetime) {
      await rm(join(templates, name), { recursive: true, force: true });
    }
  }
}

/** Starts PostgreSQL on `<dataDir>/postgres`, where it makes the cluster. */
type MakeCluster = (dataDir: string) => Promise<{ stop: () => Promise<void> }>;

async function makeTemplate(template: string, make: MakeCluster): Promise<void> {
  // The template is made in a temporary folder, which the first process that completes one moves into place.
  const dataDir = `${template}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  try {
    const running = await make(dataDir);
    await running.stop();
    await rename(join(dataDir, 'postgres'), template).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Puts a copy of a template in `.cache/clusters`, which is made when missing, into `<dataDir>/postgres`. */
async function copyTemplate(name: string, make: MakeCluster, dataDir: string): Promise<void> {
  const template = join(templates, name);
  if (!(await stat(template).catch(() => null))) {
    await makeTemplate(template, make);
    await removeUnusedTemplates();
  }
  await utimes(template, new Date(), new Date());
  // `cp` keeps owners, which Node's copy does not: PostgreSQL may run as another user.
  await promisify(execFile)('cp', ['-a', template, join(dataDir, 'postgres')]);
}

/** Puts a new cluster into `<dataDir>/postgres`, as `initdb` makes it. Copying takes a fifth of its time. */
export async function copyEmptyCluster(dataDir: string): Promise<void> {
  const name = `empty-${await fingerprint([databaseCode])}`;
  const make: MakeCluster = (folder) =>
    startPostgres(join(folder, 'postgres'), clusterPassword, () => undefined, temporarySettings);
  await copyTemplate(name, make, dataDir);
}

/**
 * Puts a cluster into `<dataDir>/postgres` with the platform and the migrations of a project
 * applied. Copying takes a third of the time of a start on an empty folder.
 */
export async function copyMigratedCluster(
  dataDir: string,
  supabaseFolder = projectFolder,
): Promise<void> {
  const sql = [join(databaseCode, 'initial-schema'), join(supabaseFolder, 'migrations')];
  const make: MakeCluster = (folder) =>
    startDatabase({
      ...databaseOptions,
      dataDir: folder,
      supabaseFolder,
      settings: temporarySettings,
    });
  await copyTemplate(await fingerprint([databaseCode, ...sql]), make, dataDir);
}
