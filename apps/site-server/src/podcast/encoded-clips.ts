import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';

/** The size of the cache, bytes: more than a hundred clips of a minute. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** How many encodings may wait for the running one. A minute of audio takes about a second. */
const MAX_WAITING = 20;

/** Too many clips are being encoded. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** A file cannot be encoded. `cause` has the reason. */
export class UnencodableError extends Error {
  override name = 'UnencodableError';
}

/** Encodes a WAV file in a new thread. */
const encodeInThread = (wav: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('encode-clip.ts', import.meta.url), { workerData: wav });
    thread.once('message', (mp3: unknown) => resolve(z.instanceof(Uint8Array).parse(mp3)));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The encoding ended without a file.')));
  });

type ReadWav = () => Promise<Uint8Array>;

/**
 * Caches the MP3 files of drops that were posted as WAV. They are encoded at their first request, one at
 * a time, and kept in memory only, so that no file of a deleted drop stays on a disk.
 */
export class EncodedClips {
  /** Failures are cached as well, since the same file would fail again. */
  readonly #cache: LRUCache<string, Uint8Array | UnencodableError, ReadWav>;
  readonly #encode: (wav: Uint8Array) => Promise<Uint8Array>;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(encode = encodeInThread) {
    this.#encode = encode;
    this.#cache = new LRUCache<string, Uint8Array | UnencodableError, ReadWav>({
      maxSize: CACHE_BYTES,
      sizeCalculation: (clip) => (clip instanceof Uint8Array ? clip.length : 1000),
      fetchMethod: (_recording, _known, { context: readWav }) => this.#inTurn(readWav),
      // Callers receive the clip even if it was evicted during its encoding.
      ignoreFetchAbort: true,
    });
  }

  /** Whether a recording's result is cached. */
  has(recording: string): boolean {
    return this.#cache.has(recording);
  }

  /**
   * Returns the MP3 file of a recording. Simultaneous requests for the same recording share one encoding.
   * @param recording a permanent id of the recording, unlike its path in the bucket
   * @param readWav reads the posted file
   * @throws {BusyError} when too many encodings wait
   * @throws {UnencodableError}
   */
  async find(recording: string, readWav: ReadWav): Promise<Uint8Array> {
    const found = await this.#cache.forceFetch(recording, { context: readWav });
    if (found instanceof UnencodableError) throw found;
    return found;
  }

  async #inTurn(readWav: ReadWav): Promise<Uint8Array | UnencodableError> {
    if (this.#waiting > MAX_WAITING) throw new BusyError('Too many clips are being encoded.');
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
