import { Worker } from 'node:worker_threads';
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

/**
 * The MP3 files of drops that were posted as WAV: encoded when they are first asked for, one at a time,
 * and kept in memory, so that nothing of a deleted drop stays on a disk.
 */
export class EncodedClips {
  readonly #encode: (wav: Uint8Array) => Promise<Uint8Array>;
  readonly #kept = new Map<string, Uint8Array>();
  readonly #coming = new Map<string, Promise<Uint8Array>>();
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(encode = encodeInThread) {
    this.#encode = encode;
  }

  /**
   * The MP3 file of a clip. Requests at once for the same clip share one encoding.
   * @param readWav reads the clip as it was posted
   * @throws {BusyError} when too many others wait
   */
  async find(path: string, readWav: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const kept = this.#kept.get(path);
    if (kept) {
      // Used last, removed last.
      this.#kept.delete(path);
      this.#kept.set(path, kept);
      return kept;
    }
    const coming = this.#coming.get(path) ?? this.#begin(path, readWav);
    return coming;
  }

  #begin(path: string, readWav: () => Promise<Uint8Array>): Promise<Uint8Array> {
    if (this.#coming.size > WAITING_MAX) throw new BusyError('Too many clips are being encoded.');
    const mp3 = this.#last.then(async () => this.#encode(await readWav()));
    this.#last = mp3.catch(() => undefined);
    this.#coming.set(path, mp3);
    void this.#last.then(() => this.#coming.delete(path));
    return mp3.then((bytes) => {
      this.#keep(path, bytes);
      return bytes;
    });
  }

  #keep(path: string, mp3: Uint8Array): void {
    this.#kept.set(path, mp3);
    this.#bytes += mp3.length;
    for (const [oldest, bytes] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
