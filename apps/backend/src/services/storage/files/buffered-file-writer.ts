import type { FileHandle } from 'node:fs/promises';

/**
 * Bytes that are written at once. Each write costs the same trip to a thread and
 * back; an upload holds at most twice as much in memory.
 */
const batchSize = 512 * 1024;

/**
 * Gives a chunk's memory back. Left to the collector, the megabytes of an upload make it go through
 * all that the process holds, again and again: more work than all the rest of taking them.
 */
const release = ({ buffer, byteLength }: Uint8Array): void => {
  // What is smaller than its buffer shares it with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/** Appends small chunks to a file in large pieces: one is written while the next is collected. */
export class BufferedFileWriter {
  readonly #handle: FileHandle;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #writing: Promise<void>;
  #isWriting = true;

  /** @param permission when it rejects, nothing is written; until it resolves, neither */
  constructor(handle: FileHandle, permission: Promise<void>) {
    this.#handle = handle;
    this.#writing = this.#follow(permission);
  }

  /** Takes a chunk, for good: its memory is given back once it is written. @returns null, or what resolves once the disk has kept up */
  add(chunk: Uint8Array): Promise<void> | null {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size < batchSize) return null;
    if (this.#isWriting) return this.#flush();
    this.#begin();
    return null;
  }

  /** Resolves when every chunk has been handed to the operating system, or rejects. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    this.#begin();
  }

  /** Begins to write what was collected. */
  #begin(): void {
    const chunks = this.#chunks;
    const size = this.#size;
    this.#chunks = [];
    this.#size = 0;
    if (size > 0) this.#writing = this.#follow(this.#write(chunks, size));
  }

  #follow(work: Promise<void>): Promise<void> {
    this.#isWriting = true;
    const followed = work.then(() => void (this.#isWriting = false));
    // Told to whoever waits next; nobody may be waiting yet.
    followed.catch(() => undefined);
    return followed;
  }

  async #write(chunks: Uint8Array[], size: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(chunks);
    // A disk that has just become full takes a part.
    if (bytesWritten < size) {
      await this.#handle.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
    }
    chunks.forEach(release);
  }
}
