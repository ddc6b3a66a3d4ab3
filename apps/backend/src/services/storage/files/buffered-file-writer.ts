import type { FileHandle } from 'node:fs/promises';

/**
 * The number of bytes in one write. A write of any size costs a round trip to a thread. An upload keeps
 * at most two batches in memory.
 */
const batchSize = 512 * 1024;

/**
 * Frees a chunk's memory. Otherwise the megabytes of an upload cause so many garbage collections of the
 * whole heap that these cost more than the rest of the upload.
 */
const release = ({ buffer, byteLength }: Uint8Array): void => {
  // A view that is smaller than its buffer shares the buffer with other views.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/** Appends small chunks to a file in large writes. While one batch is written, the next is collected. */
export class BufferedFileWriter {
  readonly #handle: FileHandle;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #writing: Promise<void>;
  #isWriting = true;

  /** @param permission writing starts when it resolves; if it rejects, nothing is written */
  constructor(handle: FileHandle, permission: Promise<void>) {
    this.#handle = handle;
    this.#writing = this.#track(permission);
  }

  /**
   * Takes over a chunk, whose memory is freed once it is written.
   * @returns null, or a promise that resolves when the next chunk may be added
   */
  add(chunk: Uint8Array): Promise<void> | null {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size < batchSize) return null;
    if (this.#isWriting) return this.#flush();
    this.#begin();
    return null;
  }

  /** Resolves when every chunk has been handed to the operating system. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    this.#begin();
  }

  /** Begins to write the collected chunks. */
  #begin(): void {
    const chunks = this.#chunks;
    const size = this.#size;
    this.#chunks = [];
    this.#size = 0;
    if (size > 0) this.#writing = this.#track(this.#write(chunks, size));
  }

  #track(write: Promise<void>): Promise<void> {
    this.#isWriting = true;
    const tracked = write.then(() => void (this.#isWriting = false));
    // The next `add` or `finish` observes this rejection; the handler only keeps Node from reporting it
    // as unhandled.
    tracked.catch(() => undefined);
    return tracked;
  }

  async #write(chunks: Uint8Array[], size: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(chunks);
    // A disk that is nearly full may accept only some of the bytes.
    if (bytesWritten < size) {
      await this.#handle.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
    }
    chunks.forEach(release);
  }
}
