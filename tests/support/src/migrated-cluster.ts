import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries } from '../../../apps/backend/src/database/postgres-binaries.ts';
import { startDatabase } from '../../../apps/backend/src/database/start.ts';

const root = resolve(import.meta.dirname, '../../..');

/** This project's own migrations and settings. */
export const projectFolder = join(root, 'supabase');

/** The password of the superuser and of the role that requests log in as, in every copy. */
export const clusterPassword = 'test';

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

/** A hash of all inputs of a cluster: the migrations, the code that applies them, PostgreSQL. */
async function fingerprint(supabaseFolder: string): Promise<string> {
  const hash = createHash('sha256');
  const { postgres } = await findPostgresBinaries();
  const { size, mtimeMs } = await stat(postgres);
  hash.update(`${postgres} ${size} ${mtimeMs}`);
  const database = join(root, 'apps/backend/src/database');
  const migrations = join(supabaseFolder, 'migrations');
  for (const folder of [database, join(database, 'initial-schema'), migrations]) {
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

async function makeTemplate(supabaseFolder: string, template: string): Promise<void> {
  // The template is made in a temporary folder, which the first process that completes one moves into place.
  const dataDir = `${template}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  try {
    const running = await startDatabase({
      dataDir,
      supabaseFolder,
      databaseUrl: null,
      password: clusterPassword,
      vaultKey: 'vault-key-of-tests',
      onLog: () => undefined,
      settings: temporarySettings,
    });
    await running.stop();
    await rename(join(dataDir, 'postgres'), template).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Puts a cluster into `<dataDir>/postgres` with the platform and the migrations of a project
 * applied: a copy of a template in `.cache/clusters`, which is created when missing. Copying
 * takes a third of the time of a start on an empty folder.
 */
export async function copyMigratedCluster(
  dataDir: string,
  supabaseFolder = projectFolder,
): Promise<void> {
  const template = join(templates, await fingerprint(supabaseFolder));
  if (!(await stat(template).catch(() => null))) {
    await makeTemplate(supabaseFolder, template);
    await removeUnusedTemplates();
  }
  await utimes(template, new Date(), new Date());
  // `cp` keeps owners, which Node's copy does not: PostgreSQL may run as another user.
  await promisify(execFile)('cp', ['-a', template, join(dataDir, 'postgres')]);
}
