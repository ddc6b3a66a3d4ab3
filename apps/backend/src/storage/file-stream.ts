import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './byte-range.ts';

/** Bytes that are read at once, and all that a client which stops reading makes the server hold. */
const pieceSize = 64 * 1024;

/**
 * A part of an open file as a stream that reads when it is read, and closes the
 * file at its end. Node's own wrapping of file streams reads ahead into two
 * queues, and takes half as much time again.
 */
export function streamFile(handle: FileHandle, { start, end }: ByteRange): ReadableStream {
  let position = start;

  const readPiece = async (): Promise<Uint8Array> => {
    const size = Math.min(pieceSize, end + 1 - position);
    // Not of Node's pool: the socket holds the piece until it is sent.
    const piece = Buffer.allocUnsafeSlow(size);
    const { bytesRead } = await handle.read(piece, 0, size, position);
    if (bytesRead === 0) throw new Error('a stored file is shorter than its row says');
    position += bytesRead;
    return piece.subarray(0, bytesRead);
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          controller.enqueue(await readPiece());
          if (position <= end) return;
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        await handle.close();
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}
