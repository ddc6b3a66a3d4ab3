import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../../http/byte-range.ts';
import type { DirectBody } from '../../../http/direct-response.ts';

/** Bytes that are read at once. For a client that stops reading, two such buffers stay allocated. */
const bufferSize = 64 * 1024;

/**
 * Buffers that are free to be read into again. Allocating new ones would be most of a download's
 * cost: megabytes that have to be garbage-collected many times a second.
 */
const freeBuffers: Buffer[] = [];
const maximumFreeBuffers = 64;

const takeBuffer = (): Buffer => freeBuffers.pop() ?? Buffer.allocUnsafeSlow(bufferSize);

const releaseBuffer = (buffer: Buffer): void => {
  if (freeBuffers.length < maximumFreeBuffers) freeBuffers.push(buffer);
};

class ClientGone extends Error {}

/** Resolves when the socket has taken the bytes and they may be overwritten. */
const write = (outgoing: ServerResponse, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(new ClientGone()) : resolve()));
  });

/** A response body that is a part of an open file. The next bytes are read while the last are sent. */
export class FileBody implements DirectBody {
  readonly #handle: FileHandle;
  readonly #end: number;
  readonly #onFailure: (error: unknown) => void;
  #position: number;

  /**
   * @param handle is closed in any case
   * @param onFailure is called with errors that are not the client's fault; the connection is destroyed
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
    // Not after an error: the operating system may still be reading from a buffer then.
    releaseBuffer(buffer);
    releaseBuffer(other);
  }

  /** @returns the number of bytes read; 0 at the end of the part */
  async #read(buffer: Buffer): Promise<number> {
    const size = Math.min(bufferSize, this.#end + 1 - this.#position);
    if (size <= 0) return 0;
    const { bytesRead } = await this.#handle.read(buffer, 0, size, this.#position);
    if (bytesRead === 0) throw new Error('a stored file is shorter than its row says');
    this.#position += bytesRead;
    return bytesRead;
  }
}
