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

/** A file is no recording that can be encoded. Its `cause` says why. */
export class UnencodableError extends Error {
  override name = 'UnencodableError';
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
  /** A failure is kept as well: the same file would fail again. */
  readonly #kept: LRUCache<string, Uint8Array | UnencodableError, ReadWav>;
  readonly #encode: (wav: Uint8Array) => Promise<Uint8Array>;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(encode = encodeInThread) {
    this.#encode = encode;
    this.#kept = new LRUCache<string, Uint8Array | UnencodableError, ReadWav>({
      maxSize: KEPT_BYTES,
      sizeCalculation: (kept) => (kept instanceof Uint8Array ? kept.length : 1000),
      fetchMethod: (_recording, _known, { context: readWav }) => this.#inTurn(readWav),
      // Those who asked get the clip also when others have taken its place meanwhile.
      ignoreFetchAbort: true,
    });
  }

  /** Whether `find` answers at once. */
  has(recording: string): boolean {
    return this.#kept.has(recording);
  }

  /**
   * The MP3 file of a recording. Requests at once for the same one share one encoding.
   * @param recording names one recording for ever, as a path in the bucket does not
   * @param readWav reads it as it was posted
   * @throws {BusyError} when too many others wait
   * @throws {UnencodableError}
   */
  async find(recording: string, readWav: ReadWav): Promise<Uint8Array> {
    const found = await this.#kept.forceFetch(recording, { context: readWav });
    if (found instanceof UnencodableError) throw found;
    return found;
  }

  async #inTurn(readWav: ReadWav): Promise<Uint8Array | UnencodableError> {
    if (this.#waiting > WAITING_MAX) throw new BusyError('Too many clips are being encoded.');
    this.#waiting += 1;
    const encoding = this.#last.then(async () => {
      const wav = await readWav();
      return this.#encode(wav).catch(
        (cause: unknown) => new UnencodableError('A clip cannot be encoded.', { cause }),
      );
    });
    this.#last = encoding.catch(() => undefined);
    try {
      return await encoding;
    } finally {
      this.#waiting -= 1;
    }
  }
}
