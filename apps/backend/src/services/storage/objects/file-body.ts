import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { DirectBody } from '../../../http/direct-response.ts';
import type { ByteRange } from './byte-range.ts';

/** Bytes that are read at once. A client that stops reading makes the server hold two such pieces. */
const pieceSize = 64 * 1024;

/**
 * Pieces that were sent are read into again. Fresh ones for each would be most of what a download
 * costs: megabytes that the collector has to find and free, many times a second.
 */
const spare: Buffer[] = [];
const mostSpare = 64;

const takePiece = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(pieceSize);

const giveBack = (piece: Buffer): void => {
  if (spare.length < mostSpare) spare.push(piece);
};

class ClientGone extends Error {}

/** Resolves when the socket has taken the bytes and they may be overwritten. */
const write = (outgoing: ServerResponse, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(new ClientGone()) : resolve()));
  });

/** A part of an open file, to be sent: one piece is read while the one before it is on its way. */
export class FileBody implements DirectBody {
  readonly #handle: FileHandle;
  readonly #end: number;
  readonly #onFailure: (error: unknown) => void;
  #position: number;

  /**
   * @param handle is closed at the end
   * @param onFailure hears of what is not the client's doing; the connection breaks off then
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

  drop(): Promise<void> {
    return this.#handle.close();
  }

  async #send(outgoing: ServerResponse): Promise<void> {
    let [piece, other] = [takePiece(), takePiece()];
    let size = await this.#read(piece);
    while (size > 0) {
      const sent = write(outgoing, piece.subarray(0, size));
      [size] = await Promise.all([this.#read(other), sent]);
      [piece, other] = [other, piece];
    }
    // Only here: of what broke off, the system may hold a piece still.
    giveBack(piece);
    giveBack(other);
  }

  /** @returns how many bytes were read: none at the part's end */
  async #read(piece: Buffer): Promise<number> {
    const size = Math.min(pieceSize, this.#end + 1 - this.#position);
    if (size <= 0) return 0;
    const { bytesRead } = await this.#handle.read(piece, 0, size, this.#position);
    if (bytesRead === 0) throw new Error('a stored file is shorter than its row says');
    this.#position += bytesRead;
    return bytesRead;
  }
}
