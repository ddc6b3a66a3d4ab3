import { Counts } from '../../../lib/counts.ts';

/** An upload that has begun and whose row has not been committed. */
export interface PendingUpload {
  /** Bytes of the account's uploads that had begun before this one and are still pending. */
  readonly before: number;
  /**
   * Counts more bytes for this upload than it had announced.
   * @param bytes in all
   * @returns bytes of the account's other pending uploads
   */
  readonly grow: (bytes: number) => number;
  /** To be called once the row is committed, or the upload given up. */
  readonly end: () => void;
}

/**
 * Counts the bytes of each account's pending uploads, which no row counts yet. Otherwise each of
 * several simultaneous uploads would take up the same remaining room.
 */
export class PendingUploadBytes {
  readonly #byAccount = new Counts();

  /** @param announced bytes that the upload will bring */
  begin(account: string, announced: number): PendingUpload {
    let own = 0;
    const count = (bytes: number): number => {
      const others = this.#byAccount.of(account) - own;
      this.#byAccount.add(account, bytes - own);
      own = bytes;
      return others;
    };
    return { before: count(announced), grow: count, end: () => void count(0) };
  }
}
