import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, opendir, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncPath } from '../../../lib/atomic-file.ts';
import { BufferedFileWriter } from './buffered-file-writer.ts';
import { takeChunks } from '../uploads/request-body.ts';
import { signatureLength } from '../uploads/file-signature.ts';
import type { Part } from '../media/scan.ts';
import { nullIfMissing } from '../../../lib/error-code.ts';

/** Identifies the bytes of one upload. Keys are never used as file names. */
export interface BytesId {
  /** The object's id. */
  readonly id: string;
  /** The upload's id. */
  readonly version: string;
}

/** Bytes that have been received completely, but are not in their object's place yet. */
export interface StagedBytes {
  readonly path: string;
  /** Resolves when the bytes have been flushed to disk. */
  readonly onDisk: Promise<void>;
}

/** Staged bytes that were written here. */
export interface WrittenBytes extends StagedBytes {
  readonly size: number;
  /** Their SHA-256, hexadecimal. */
  readonly sha256: string;
}

interface ReceiveRules {
  /** Writing starts when it resolves. If it rejects, the upload ends. */
  readonly permission: Promise<unknown>;
  /** The maximum size, bytes. */
  readonly sizeLimit: number;
  readonly onTooLarge: () => Error;
  /** The size above which `onLonger` is called, once. */
  readonly expectedSize?: number;
  /** No more bytes are read until it resolves. If it rejects, the upload ends. */
  readonly onLonger?: () => Promise<void>;
  /** Called before each further MiB is taken; rejects to end the upload. */
  readonly onPart?: () => Promise<void>;
  /** Called with the first bytes once `permission` has resolved; throws to reject the upload. */
  readonly inspect: (head: Uint8Array) => void;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fileName = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/;
const shardName = /^[0-9a-f]{2}$/;

const syncAndClose = async (handle: FileHandle): Promise<void> => {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The number of bytes after which `onPart` is called. */
const partSize = 1024 * 1024;

/** The number of bytes that are copied at once. */
const copySize = 256 * 1024;

async function* bytesOf(source: FileHandle, part: Part): AsyncGenerator<Uint8Array, void> {
  if (!('start' in part)) {
    yield part;
    return;
  }
  for (let at = part.start; at < part.end;) {
    const buffer = Buffer.allocUnsafe(Math.min(copySize, part.end - at));
    const { bytesRead } = await source.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new Error('a staged file is shorter than it was');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/**
 * Stores the objects' bytes on disk as `<xx>/<id>.<version>`, where xx are the first two digits of the
 * id. `tmp/` has the bytes that are being received.
 *
 * Its callers must commit a row only when its bytes are complete and on disk, and remove bytes only
 * after their row has been deleted. So a crash can leave bytes without a row, which the sweep removes,
 * but never a row without bytes.
 */
export class ObjectStore {
  readonly #folder: string;
  readonly #incoming: string;
  readonly #protected = new Set<string>();

  private constructor(folder: string) {
    this.#folder = folder;
    this.#incoming = join(folder, 'tmp');
  }

  /** Opens a folder that no other process uses, and deletes the unfinished uploads of an earlier process. */
  static async open(folder: string): Promise<ObjectStore> {
    const store = new ObjectStore(folder);
    await rm(store.#incoming, { recursive: true, force: true });
    await mkdir(store.#incoming, { recursive: true, mode: 0o700 });
    return store;
  }

  /**
   * Receives bytes into a temporary file, no faster than the disk writes them. Deletes the file if it
   * throws.
   */
  async receive(bytes: Readable, rules: ReceiveRules): Promise<WrittenBytes> {
    // `#write` observes this rejection; the handler only keeps Node from reporting it as unhandled when
    // the file cannot be opened.
    rules.permission.catch(() => undefined);
    const path = join(this.#incoming, randomUUID());
    const handle = await open(path, 'wx', 0o600);
    try {
      const written = await this.#write(handle, bytes, rules);
      const onDisk = syncAndClose(handle);
      // `place` observes this rejection; the handler only keeps Node from reporting it as unhandled.
      onDisk.catch(() => undefined);
      return { path, ...written, onDisk };
    } catch (error) {
      await handle.close();
      await rm(path, { force: true });
      throw error;
    }
  }

  async #write(
    handle: FileHandle,
    bytes: Readable,
    rules: ReceiveRules,
  ): Promise<Pick<WrittenBytes, 'size' | 'sha256'>> {
    const { permission, sizeLimit, onTooLarge, expectedSize = Infinity, onPart, inspect } = rules;
    let { onLonger } = rules;
    const head = Promise.withResolvers<Uint8Array>();
    const accepted = Promise.all([head.promise, permission]).then(([first]) => inspect(first));
    const writes = new BufferedFileWriter(handle, accepted);
    let first: Buffer | null = Buffer.alloc(0);
    const hash = createHash('sha256');
    let size = 0;
    const take = (chunk: Uint8Array) => {
      const isNextPart =
        Math.floor(size / partSize) < Math.floor((size + chunk.byteLength) / partSize);
      size += chunk.byteLength;
      if (size > sizeLimit) throw onTooLarge();
      if (first) {
        first = Buffer.concat([first, chunk.subarray(0, signatureLength)]);
        if (first.length >= signatureLength) {
          head.resolve(first);
          first = null;
        }
      }
      hash.update(chunk);
      const written = writes.add(chunk);
      const waits = [isNextPart ? onPart?.() : undefined];
      if (size > expectedSize) {
        waits.push(onLonger?.());
        onLonger = undefined;
      }
      if (waits.every((wait) => wait === undefined)) return written;
      return Promise.all([...waits, written]).then(() => undefined);
    };
    await takeChunks(bytes, { take, permission: accepted });
    if (first) head.resolve(first);
    await writes.finish();
    return { size, sha256: hash.digest('hex') };
  }

  /**
   * Protects an upload's bytes from the sweep until its row is committed or rolled back.
   * @returns a function that ends the protection
   */
  protect(version: string): () => void {
    this.#protected.add(version);
    return () => void this.#protected.delete(version);
  }

  /**
   * Stages an object's bytes again, for a copy, by a hard link, since stored files never change.
   * @returns null when the bytes are missing
   */
  async duplicate(bytesId: BytesId): Promise<StagedBytes | null> {
    const path = join(this.#incoming, randomUUID());
    try {
      await link(this.#pathOf(bytesId), path);
    } catch (error) {
      return nullIfMissing(error);
    }
    return { path, onDisk: Promise.resolve() };
  }

  /**
   * Stages parts of staged bytes, and new bytes between them, instead of the whole.
   */
  async rewrite(staged: StagedBytes, parts: readonly Part[]): Promise<WrittenBytes> {
    const path = join(this.#incoming, randomUUID());
    const [source, target] = await Promise.all([open(staged.path, 'r'), open(path, 'wx', 0o600)]);
    const hash = createHash('sha256');
    let size = 0;
    try {
      for (const part of parts) {
        for await (const bytes of bytesOf(source, part)) {
          await target.appendFile(bytes);
          hash.update(bytes);
          size += bytes.byteLength;
        }
      }
    } catch (error) {
      await target.close();
      await rm(path, { force: true });
      throw error;
    } finally {
      await source.close();
    }
    const onDisk = syncAndClose(target);
    // `place` observes this rejection; the handler only keeps Node from reporting it as unhandled.
    onDisk.catch(() => undefined);
    await this.discard(staged);
    return { path, size, sha256: hash.digest('hex'), onDisk };
  }

  /** Moves staged bytes into their object's place, durably. */
  async place(staged: StagedBytes, bytesId: BytesId): Promise<void> {
    const path = this.#pathOf(bytesId);
    const shard = dirname(path);
    await staged.onDisk;
    if (await mkdir(shard, { recursive: true, mode: 0o700 })) await syncPath(this.#folder);
    await rename(staged.path, path);
    await syncPath(shard);
  }

  /** Removes staged bytes that were not placed. */
  async discard(staged: StagedBytes): Promise<void> {
    await staged.onDisk.catch(() => undefined);
    await rm(staged.path, { force: true });
  }

  /** Opens an object's bytes; null when they are missing. */
  async read(bytesId: BytesId): Promise<FileHandle | null> {
    return open(this.#pathOf(bytesId), 'r').catch(nullIfMissing);
  }

  /** Removes bytes that no row names (see `BytesRemoval`). Downloads that have opened them continue. */
  async remove(bytesId: BytesId): Promise<void> {
    await rm(this.#pathOf(bytesId), { force: true });
  }

  /** Lists all stored bytes that are not protected, one subfolder at a time. */
  async *stored(): AsyncGenerator<BytesId[]> {
    const shards = (await readdir(this.#folder)).filter((name) => shardName.test(name));
    for (const shard of shards) {
      const names: BytesId[] = [];
      for await (const { name } of await opendir(join(this.#folder, shard))) {
        const match = fileName.exec(name);
        if (match) names.push({ id: match[1]!, version: match[2]! });
      }
      yield names.filter(({ version }) => !this.#protected.has(version));
    }
  }

  #pathOf({ id, version }: BytesId): string {
    if (!uuid.test(id) || !uuid.test(version))
      throw new Error('the id and version of stored bytes must be UUIDs');
    return join(this.#folder, id.slice(0, 2), `${id}.${version}`);
  }
}
