import { randomUUID } from 'node:crypto';
import { link, mkdir, open, opendir, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../../../lib/atomic-file.ts';
import { BufferedFileWriter } from './buffered-file-writer.ts';
import { takeChunks } from '../uploads/request-body.ts';
import { signatureLength } from '../uploads/file-signature.ts';

/** The bytes of one upload. Users' names never reach the disk. */
export interface BytesId {
  /** The object's id. */
  readonly id: string;
  /** The upload's. */
  readonly version: string;
}

/** Bytes that have all staged, though in no object's place yet. */
export interface StagedBytes {
  readonly path: string;
  /** Resolves when a power cut would leave them whole. */
  readonly onDisk: Promise<void>;
}

export interface ReceivedBytes extends StagedBytes {
  readonly size: number;
}

export interface ReceiveRules {
  /** Nothing is written before it resolves; when it rejects, the upload ends. */
  readonly permission: Promise<unknown>;
  /** Bytes; one more and the upload ends. */
  readonly sizeLimit: number;
  readonly onTooLarge: () => Error;
  /** Bytes after which `onLonger` is asked, once. */
  readonly expectedSize?: number;
  /** Nothing more is taken before it resolves; when it rejects, the upload ends. */
  readonly onLonger?: () => Promise<void>;
  /** Sees the first bytes, once there is permission, and throws to refuse them all. */
  readonly inspect: (head: Uint8Array) => void;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const fileName = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/;
const shardName = /^[0-9a-f]{2}$/;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const syncAndClose = async (handle: FileHandle): Promise<void> => {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * The objects' bytes on disk: `<xx>/<id>.<version>`, where xx starts the id,
 * and `tmp/` for what is still arriving.
 *
 * What it promises, together with those who use it: bytes are whole and on disk
 * before their row is committed, and removed only after their row is gone. A
 * crash can therefore leave bytes without a row, which the sweep removes, but
 * never a row without bytes.
 */
export class ObjectStore {
  readonly #folder: string;
  readonly #incoming: string;
  readonly #unsettled = new Set<string>();

  private constructor(folder: string) {
    this.#folder = folder;
    this.#incoming = join(folder, 'tmp');
  }

  /** Opens a folder that no other process uses, and drops what was arriving when the last one ended. */
  static async open(folder: string): Promise<ObjectStore> {
    const store = new ObjectStore(folder);
    await rm(store.#incoming, { recursive: true, force: true });
    await mkdir(store.#incoming, { recursive: true, mode: 0o700 });
    return store;
  }

  /**
   * Writes bytes to disk as they come, no faster than the disk takes them.
   * Leaves nothing behind when it throws.
   */
  async receive(bytes: Readable, rules: ReceiveRules): Promise<ReceivedBytes> {
    // Told to whoever reads on; the file may not even be opened.
    rules.permission.catch(() => undefined);
    const path = join(this.#incoming, randomUUID());
    const handle = await open(path, 'wx', 0o600);
    try {
      const size = await this.#write(handle, bytes, rules);
      const onDisk = syncAndClose(handle);
      // Told to whoever places the bytes.
      onDisk.catch(() => undefined);
      return { path, size, onDisk };
    } catch (error) {
      await handle.close();
      await rm(path, { force: true });
      throw error;
    }
  }

  /** @returns how many bytes there were */
  async #write(handle: FileHandle, bytes: Readable, rules: ReceiveRules): Promise<number> {
    const { permission, sizeLimit, onTooLarge, expectedSize = Infinity, inspect } = rules;
    let { onLonger } = rules;
    const head = Promise.withResolvers<Uint8Array>();
    const accepted = Promise.all([head.promise, permission]).then(([first]) => inspect(first));
    const writes = new BufferedFileWriter(handle, accepted);
    let first: Buffer | null = Buffer.alloc(0);
    let size = 0;
    const take = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > sizeLimit) throw onTooLarge();
      if (first) {
        first = Buffer.concat([first, chunk.subarray(0, signatureLength)]);
        if (first.length >= signatureLength) {
          head.resolve(first);
          first = null;
        }
      }
      const written = writes.add(chunk);
      if (size <= expectedSize || !onLonger) return written;
      const allowed = onLonger();
      onLonger = undefined;
      return Promise.all([allowed, written]).then(() => undefined);
    };
    await takeChunks(bytes, { take, permission: accepted });
    if (first) head.resolve(first);
    await writes.finish();
    return size;
  }

  /**
   * Keeps the sweep away from an upload's bytes until its row is committed or given up.
   * @returns what ends that
   */
  protect(version: string): () => void {
    this.#unsettled.add(version);
    return () => void this.#unsettled.delete(version);
  }

  /**
   * Takes an object's bytes once more, for a copy. No byte is written: a stored file
   * never changes, so that it can have two names.
   * @returns null when the bytes are not there (any more)
   */
  async duplicate(bytesId: BytesId): Promise<StagedBytes | null> {
    const path = join(this.#incoming, randomUUID());
    try {
      await link(this.#pathOf(bytesId), path);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    return { path, onDisk: Promise.resolve() };
  }

  /** Puts staged bytes into their object's place, to stay there even after a power cut. */
  async place(staged: StagedBytes, bytesId: BytesId): Promise<void> {
    const path = this.#pathOf(bytesId);
    const shard = dirname(path);
    await staged.onDisk;
    if (await mkdir(shard, { recursive: true, mode: 0o700 })) await syncFolder(this.#folder);
    await rename(staged.path, path);
    await syncFolder(shard);
  }

  /** Drops staged bytes that were not placed. */
  async discard(staged: StagedBytes): Promise<void> {
    await staged.onDisk.catch(() => undefined);
    await rm(staged.path, { force: true });
  }

  /** Opens an object's bytes; null when they are not there (any more). */
  async read(bytesId: BytesId): Promise<FileHandle | null> {
    return open(this.#pathOf(bytesId), 'r').catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  /**
   * Removes bytes that no row has ever named, or none any more (see `BytesRemoval`). Who is reading
   * them reads on to the end.
   */
  async remove(bytesId: BytesId): Promise<void> {
    await rm(this.#pathOf(bytesId), { force: true });
  }

  /** Everything that is stored, shard by shard, in no order. */
  async *stored(): AsyncGenerator<BytesId[]> {
    const shards = (await readdir(this.#folder)).filter((name) => shardName.test(name));
    for (const shard of shards) {
      const names: BytesId[] = [];
      for await (const { name } of await opendir(join(this.#folder, shard))) {
        const match = fileName.exec(name);
        if (match) names.push({ id: match[1]!, version: match[2]! });
      }
      yield names.filter(({ version }) => !this.#unsettled.has(version));
    }
  }

  #pathOf({ id, version }: BytesId): string {
    if (!uuid.test(id) || !uuid.test(version))
      throw new Error('an object goes by its UUIDs on disk');
    return join(this.#folder, id.slice(0, 2), `${id}.${version}`);
  }
}
