import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';

/** Space of a file system, bytes. */
export interface Space {
  readonly free: number;
  readonly total: number;
}

/** Measures the space that this user has on the file system of a folder. */
export const measureSpace = (folder: string) => async (): Promise<Space> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
};

/** How long a measurement is used, ms: a moment in which no disk fills. */
const validity = 250;

/**
 * Keeps the last part of the disk for the database, whose log must always be written: 1 GB, or 5 % of a
 * small disk.
 */
export class DiskSpace {
  readonly #measure: () => Promise<Space>;
  readonly #log: Logger;
  #latest: Promise<Space> | null = null;
  #free = 0;
  #reserve = 0;
  #isShort = false;

  constructor(measure: () => Promise<Space>, log: Logger) {
    this.#measure = measure;
    this.#log = log;
  }

  /** The bytes at the latest check, for /metrics. */
  get gauges(): Readonly<Record<'free_bytes' | 'reserved_bytes', number>> {
    return { free_bytes: this.#free, reserved_bytes: this.#reserve };
  }

  /** Whether files may be stored. The beginning and the end of a shortage are logged. */
  async hasRoom(): Promise<boolean> {
    if (this.#latest === null) {
      this.#latest = this.#measure();
      setTimeout(() => (this.#latest = null), validity).unref();
    }
    const { free, total } = await this.#latest;
    this.#free = free;
    this.#reserve = Math.min(1e9, total / 20);
    const isShort = free < this.#reserve;
    if (isShort !== this.#isShort) {
      this.#isShort = isShort;
      if (isShort) this.#log.error(this.gauges, 'the disk is nearly full: uploads are refused');
      else this.#log.warn(this.gauges, 'the disk has room again: uploads are stored');
    }
    return !isShort;
  }
}
