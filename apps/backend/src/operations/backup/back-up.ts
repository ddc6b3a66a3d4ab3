import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncPath } from '../../lib/atomic-file.ts';
import { ConnectionLostError, ignorePostgresVariables } from '../../database/connection.ts';
import { openSession, type Sql } from '../../database/sql.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { backupLock, linkingLock } from '../../database/advisory-locks.ts';
import { listClusterFiles, segmentsBetween } from './cluster-files.ts';
import { readRunningFile } from '../running-file.ts';
import { codeOf, nullIfMissing } from '../../lib/error-code.ts';

const linksPrefix = '.backup-';
const shardName = /^[0-9a-f]{2}$/;

const isRefused = (error: unknown): boolean =>
  error instanceof ConnectionLostError && codeOf(error.cause) === 'ECONNREFUSED';

/** Connects to the embedded server of a running backend. */
async function connect(dataDir: string, product: string): Promise<Sql> {
  const running = await readRunningFile(dataDir, product);
  const notRunning = () =>
    new OperatorError(
      `No ${product} runs on ${dataDir}. Start it, or copy the whole folder while it is stopped.`,
    );
  if (running === null) throw notRunning();
  ignorePostgresVariables();
  // PostgreSQL's backup belongs to its session, which must be the same connection throughout.
  const sql = await openSession(running.databaseUrl, { name: 'backend-backup' }).catch(
    (error: unknown) => {
      throw isRefused(error) ? notRunning() : error;
    },
  );
  try {
    const [row] = await sql<{ folder: string }[]>`
      select current_setting('data_directory') as folder`;
    const cluster = await realpath(join(dataDir, 'postgres')).catch(() => null);
    if (row && cluster === (await realpath(row.folder).catch(() => null))) return sql;
    throw new OperatorError(
      'The database is an outside PostgreSQL: back it up with pg_dump, then copy the data folder (docs/deploying.md).',
    );
  } catch (error) {
    await sql.end();
    throw error;
  }
}

/**
 * Creates a hard link to every object's file, which outlives the removal of the object. The files never
 * change, so that a link is as good as a copy and takes no longer than listing the folder.
 */
async function linkObjects(objects: string, links: string): Promise<void> {
  for (const shard of (await readdir(objects)).filter((name) => shardName.test(name))) {
    await mkdir(join(links, shard), { recursive: true, mode: 0o700 });
    for (const name of await readdir(join(objects, shard))) {
      // A missing file was an abandoned upload, to which no row has ever referred.
      await link(join(objects, shard, name), join(links, shard, name)).catch(nullIfMissing);
    }
  }
}

async function addCluster(archive: ArchiveWriter, cluster: string): Promise<void> {
  const { folders, files } = await listClusterFiles(cluster);
  await archive.addFolder('postgres');
  for (const folder of folders) await archive.addFolder(`postgres/${folder}`);
  for (const file of files) await archive.addFile(`postgres/${file}`, join(cluster, file));
}

interface End {
  readonly label: string;
  /** The last segment of the log that the backup needs. */
  readonly segment: string;
}

/**
 * Ends PostgreSQL's part of the backup, which is the moment to which it restores, and then links the
 * objects' files. `BytesRemoval` removes no file from before that moment until all are linked, so that
 * the backup has the file of every row. Writes do not wait; the first sweep after a restore removes
 * linked files without a row.
 */
async function endAndLinkObjects(sql: Sql, objects: string, links: string): Promise<End> {
  await sql`select pg_advisory_lock(${linkingLock})`;
  const [end] = await sql<End[]>`
    select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(false)`;
  if (!end) throw new Error('PostgreSQL did not return the end of the backup');
  await linkObjects(objects, links);
  await sql`select pg_advisory_unlock(${linkingLock})`;
  return end;
}

async function addLog(archive: ArchiveWriter, cluster: string, first: string, last: string) {
  for (const segment of segmentsBetween(first, last)) {
    const path = join(cluster, 'pg_wal', segment);
    if (!(await archive.addFile(`postgres/pg_wal/${segment}`, path))) {
      throw new OperatorError(
        'PostgreSQL has recycled parts of its log that the backup needs. Try again when less is written.',
      );
    }
  }
}

async function addObjects(archive: ArchiveWriter, links: string): Promise<void> {
  await archive.addFolder('objects');
  for (const shard of await readdir(links)) {
    await archive.addFolder(`objects/${shard}`);
    for (const name of await readdir(join(links, shard))) {
      await archive.addFile(`objects/${shard}/${name}`, join(links, shard, name));
    }
  }
}

async function write(sql: Sql, dataDir: string, path: string, links: string) {
  const cluster = join(dataDir, 'postgres');
  const archive = new ArchiveWriter(path);
  try {
    await archive.addFile('secrets.json', join(dataDir, 'secrets.json'));
    // This slot keeps the log from being recycled; it is dropped with the session.
    await sql`select pg_create_physical_replication_slot('backend_backup', true, true)`;
    const [start] = await sql<{ segment: string }[]>`
      select pg_walfile_name(pg_backup_start('backend', true)) as segment`;
    if (!start) throw new Error('PostgreSQL did not return the beginning of the backup');
    await addCluster(archive, cluster);
    const end = await endAndLinkObjects(sql, join(dataDir, 'objects'), links);
    await archive.addText('postgres/backup_label', end.label);
    await addLog(archive, cluster, start.segment, end.segment);
    await addObjects(archive, links);
    await archive.finish();
  } catch (error) {
    await archive.abort();
    throw error;
  }
}

/**
 * Writes a running backend's database, objects and keys into one tar file, readable only by its owner.
 * Requests do not wait for it; the files of objects that are removed during the linking are removed a
 * moment later.
 *
 * @param file must not exist; appears only when it is complete and on disk
 * @param product name of the running file and in messages
 * @throws {OperatorError} with a message for the operator
 */
export async function backUp(dataDir: string, file: string, product: string): Promise<void> {
  if (await stat(file).catch(() => null)) throw new OperatorError(`${file} exists already.`);
  const sql = await connect(dataDir, product);
  const partial = join(dirname(file), `.${basename(file)}.${randomUUID()}.partial`);
  const links = join(dataDir, `${linksPrefix}${randomUUID()}`);
  try {
    const [lock] = await sql<{ mine: boolean }[]>`
      select pg_try_advisory_lock(${backupLock}) as mine`;
    if (!lock?.mine) throw new OperatorError('Another backup is being made.');
    // Removes the links of a killed backup.
    for (const name of await readdir(dataDir)) {
      if (name.startsWith(linksPrefix)) await rm(join(dataDir, name), { recursive: true });
    }
    await mkdir(links, { mode: 0o700 });
    await write(sql, dataDir, partial, links);
    await syncPath(partial);
    await rename(partial, file);
    await syncPath(dirname(file));
  } finally {
    await rm(partial, { force: true });
    await rm(links, { recursive: true, force: true });
    await sql.end();
  }
}
