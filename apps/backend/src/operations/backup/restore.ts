import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { findPostgresBinaries } from '../../database/postgres-binaries.ts';
import { stopLeftover } from '../../database/postgres-server.ts';
import { findLaunch } from '../../database/postgres-launch.ts';
import { lockDataDir, lockFiles } from '../data-dir-lock.ts';
import { sumsName } from './archive-writer.ts';
import { writeRestoreTime } from './restore-time.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { codeOf, nullIfMissing } from '../../lib/error-code.ts';

/** Folder in which the backup is unpacked. */
const unpackedName = '.restoring';

/** Folder to which the previous content is moved. */
const replacedName = '.replaced';

/** Names of a backup's entries; an archive with any other is refused. */
const entryName = /^(secrets\.json|(postgres|objects)(\/[\w.-]+)*\/?)$/;

const checkEntryName = (name: string): void => {
  if (!entryName.test(name) || name.split('/').includes('..')) {
    throw new OperatorError(`This is no backup: it contains ${JSON.stringify(name)}.`);
  }
};

const damaged = (problem: string) =>
  new OperatorError(`The backup is damaged: ${problem}. Nothing was changed.`);

/** A stream that discards what is written to it. */
const discard = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** A transform that hashes the bytes and passes them on. */
const hashing = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

/**
 * Unpacks an archive and compares every file with its checksum.
 * @param folder null only compares
 * @throws {OperatorError} when it is damaged, truncated, or no backup
 */
async function unpack(file: string, folder: string | null): Promise<void> {
  const sums: string[] = [];
  let expected: string | null = null;
  const entries = extract();
  const reading = pipeline(createReadStream(file), entries);
  // A truncated entry ends without an error; only reading the archive fails.
  const cutOff = new Promise<never>((_resolve, reject) => {
    reading.catch(reject);
  });
  cutOff.catch(() => undefined);
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      if (name === sumsName) {
        expected = await Promise.race([text(entry), cutOff]);
        continue;
      }
      checkEntryName(name);
      const path = folder === null ? null : join(folder, name);
      if (type === 'directory') {
        if (path !== null) await mkdir(path, { recursive: true, mode: 0o700 });
        entry.resume();
        continue;
      }
      if (type !== 'file') throw damaged(`${name} is a ${type}`);
      const hash = createHash('sha256');
      if (path !== null) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const target =
        path === null ? discard() : createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await Promise.race([pipeline(entry, hashing(hash), target), cutOff]);
      sums.push(`${hash.digest('hex')}  ${name}\n`);
    }
    await reading;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = codeOf(error);
    if (code === 'ENOENT') throw new OperatorError(`There is no ${file}.`, { cause: error });
    if (typeof code === 'string') throw error;
    throw damaged(error instanceof Error ? error.message : String(error));
  }
  if (expected === null) throw damaged('its end is missing');
  if (expected !== sums.join('')) throw damaged('its checksums do not match its files');
}

/** Changes the owner of a cluster to the user as which PostgreSQL runs. */
async function chownCluster(cluster: string): Promise<void> {
  const { postgres } = await findPostgresBinaries();
  const { identity } = await findLaunch(`${cluster}.new`, postgres);
  if (!identity) return;
  const { uid, gid } = identity;
  await chown(cluster, uid, gid);
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}

/** Whether an entry of the data folder belongs to the lock or to a restore. */
const isInternal = (name: string) =>
  lockFiles.has(name) || name === unpackedName || name === replacedName;

interface RestoreOptions {
  /** Name in messages. */
  readonly product: string;
  /** Replaces the content of the folder; otherwise the folder must be empty. */
  readonly overwrite?: boolean;
}

/**
 * Creates a data folder from a backup. The folder changes only once the whole archive has been
 * unpacked and checked.
 *
 * @throws {OperatorError} with a message for the operator
 * @throws {AlreadyRunningError} when a backend runs on the folder
 */
export async function restore(
  dataDir: string,
  file: string,
  { product, overwrite = false }: RestoreOptions,
): Promise<void> {
  const list = async () => {
    const names = (await readdir(dataDir).catch(nullIfMissing)) ?? [];
    const present = names.filter((name) => !isInternal(name));
    if (present.length === 0 || overwrite) return { names, present };
    throw new OperatorError(
      `${dataDir} is not empty. Restore into another DATA_DIR, or pass --overwrite to lose its content.`,
    );
  };
  // The lock's file stays, so a folder in which no backend has run gets it only when nothing is refused any more.
  const { names } = await list();
  if (!names.some((name) => lockFiles.has(name))) await unpack(file, null);
  const unlock = lockDataDir(dataDir, product);
  const fresh = join(dataDir, unpackedName);
  const old = join(dataDir, replacedName);
  try {
    const { present } = await list();
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { mode: 0o700 });
    await unpack(file, fresh);

    await stopLeftover(join(dataDir, 'postgres'));
    await mkdir(old, { recursive: true, mode: 0o700 });
    for (const name of present) await rename(join(dataDir, name), join(old, name));
    await chownCluster(join(fresh, 'postgres'));
    await writeRestoreTime(fresh);
    for (const name of await readdir(fresh)) await rename(join(fresh, name), join(dataDir, name));
    await rm(old, { recursive: true, force: true });
  } finally {
    await rm(fresh, { recursive: true, force: true });
    unlock();
  }
}
