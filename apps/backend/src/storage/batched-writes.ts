import type { FileHandle } from 'node:fs/promises';

/**
 * Bytes that are written at once. Each write costs the same trip to a thread and
 * back; an upload holds at most twice as much in memory.
 */
const batchSize = 512 * 1024;

/** Appends small chunks to a file in large pieces: one is written while the next is collected. */
export class BatchedWrites {
  readonly #handle: FileHandle;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Takes a chunk, once the disk has kept up. */
  async add(chunk: Uint8Array): Promise<void> {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size >= batchSize) await this.#flush();
  }

  /** Resolves when every chunk has been handed to the operating system, or rejects. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const chunks = this.#chunks;
    const size = this.#size;
    this.#chunks = [];
    this.#size = 0;
    if (size === 0) return;
    this.#writing = this.#write(chunks, size);
    // Told to whoever waits next; nobody may be waiting yet.
    this.#writing.catch(() => undefined);
  }

  async #write(chunks: Uint8Array[], size: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(chunks);
    // A disk that has just become full takes a part.
    if (bytesWritten < size) {
      await this.#handle.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
    }
  }
}
