import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';

/** How much is kept, bytes: more than a hundred clips of a minute. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** How many encodings may wait for the one that runs. A minute takes about a second. */
const WAITING_MAX = 20;

/** Too many clips are being encoded. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** Encodes a WAV file in a thread of its own. */
const encodeInThread = (wav: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('encode-clip.ts', import.meta.url), { workerData: wav });
    thread.once('message', (mp3: unknown) => resolve(z.instanceof(Uint8Array).parse(mp3)));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The encoding ended without a file.')));
  });

type ReadWav = () => Promise<Uint8Array>;

/**
 * The MP3 files of drops that were posted as WAV: encoded when they are first asked for, one at a time,
 * and kept in memory, so that nothing of a deleted drop stays on a disk.
 */
export class EncodedClips {
  readonly #kept: LRUCache<string, Uint8Array, ReadWav>;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(encode = encodeInThread) {
    this.#kept = new LRUCache<string, Uint8Array, ReadWav>({
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ length }) => length,
      fetchMethod: (_path, _known, { context: readWav }) =>
        this.#inTurn(async () => encode(await readWav())),
      // Those who asked get the clip also when others have taken its place meanwhile.
      ignoreFetchAbort: true,
    });
  }

  /**
   * The MP3 file of a clip. Requests at once for the same clip share one encoding.
   * @param readWav reads the clip as it was posted
   * @throws {BusyError} when too many others wait
   */
  find(path: string, readWav: ReadWav): Promise<Uint8Array> {
    return this.#kept.forceFetch(path, { context: readWav });
  }

  async #inTurn(encode: () => Promise<Uint8Array>): Promise<Uint8Array> {
    if (this.#waiting > WAITING_MAX) throw new BusyError('Too many clips are being encoded.');
    this.#waiting += 1;
    const mp3 = this.#last.then(encode);
    this.#last = mp3.catch(() => undefined);
    try {
      return await mp3;
    } finally {
      this.#waiting -= 1;
    }
  }
}
