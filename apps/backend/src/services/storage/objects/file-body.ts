import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../../http/byte-range.ts';
import type { DirectBody } from '../../../http/direct-response.ts';

/** The number of bytes in one read. A client that stops reading keeps two such buffers allocated. */
const bufferSize = 64 * 1024;

/**
 * Free buffers for reuse. Allocating new ones would be most of a download's cost: megabytes that have to
 * be garbage-collected many times a second.
 */
const freeBuffers: Buffer[] = [];
const maximumFreeBuffers = 64;

const takeBuffer = (): Buffer => freeBuffers.pop() ?? Buffer.allocUnsafeSlow(bufferSize);

const releaseBuffer = (buffer: Buffer): void => {
  if (freeBuffers.length < maximumFreeBuffers) freeBuffers.push(buffer);
};

class ClientGone extends Error {}

/** Resolves when the socket has sent the bytes, so that the buffer may be overwritten. */
const write = (outgoing: ServerResponse, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(new ClientGone()) : resolve()));
  });

/** A response body from a part of an open file. Reads the next bytes while the last are being sent. */
export class FileBody implements DirectBody {
  readonly #handle: FileHandle;
  readonly #end: number;
  readonly #onFailure: (error: unknown) => void;
  #position: number;

  /**
   * @param handle the file, which is closed in any case
   * @param onFailure called with errors that the client has not caused; the connection is then destroyed
   */
  constructor(handle: FileHandle, { start, end }: ByteRange, onFailure: (error: unknown) => void) {
    this.#handle = handle;
    this.#position = start;
    this.#end = end;
    this.#onFailure = onFailure;
  }

  async sendTo(outgoing: ServerResponse): Promise<void> {
    const gone = Promise.withResolvers<never>();
    const onClose = () => gone.reject(new ClientGone());
    const { socket } = outgoing.req;
    socket.once('close', onClose);
    if (socket.destroyed) onClose();
    try {
      await Promise.race([this.#send(outgoing), gone.promise]);
      outgoing.end();
    } catch (error) {
      if (!(error instanceof ClientGone)) this.#onFailure(error);
      outgoing.destroy();
    } finally {
      socket.off('close', onClose);
      await this.#handle.close();
    }
  }

  toStream(): ReadableStream<Uint8Array> {
    const part = this.#handle.createReadStream({ start: this.#position, end: this.#end });
    part.once('error', this.#onFailure);
    return Readable.toWeb(part);
  }

  discard(): Promise<void> {
    return this.#handle.close();
  }

  async #send(outgoing: ServerResponse): Promise<void> {
    let [buffer, other] = [takeBuffer(), takeBuffer()];
    let size = await this.#read(buffer);
    while (size > 0) {
      const sent = write(outgoing, buffer.subarray(0, size));
      [size] = await Promise.all([this.#read(other), sent]);
      [buffer, other] = [other, buffer];
    }
    // After an error buffers are not reused, since the operating system may still be reading from one.
    releaseBuffer(buffer);
    releaseBuffer(other);
  }

  /** @returns the number of bytes read; 0 at the end of the part */
  async #read(buffer: Buffer): Promise<number> {
    const size = Math.min(bufferSize, this.#end + 1 - this.#position);
    if (size <= 0) return 0;
    const { bytesRead } = await this.#handle.read(buffer, 0, size, this.#position);
    if (bytesRead === 0) throw new Error('a stored file is shorter than the size in its row');
    this.#position += bytesRead;
    return bytesRead;
  }
}
