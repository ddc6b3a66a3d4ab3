import { Counts } from '../../../lib/counts.ts';

/** An upload that has started and whose row has not been committed. */
export interface PendingUpload {
  /** The bytes of the account's earlier uploads that are still pending. */
  readonly before: number;
  /**
   * Raises the number of bytes that this upload counts as.
   * @param bytes the new number
   * @returns the bytes of the account's other pending uploads
   */
  readonly grow: (bytes: number) => number;
  /** Must be called when the row is committed or the upload has failed. */
  readonly end: () => void;
}

/**
 * Counts the bytes of each account's pending uploads, which have no rows yet. Without this, several
 * simultaneous uploads could each use the same remaining quota.
 */
export class PendingUploadBytes {
  readonly #byAccount = new Counts();

  /** @param announced the expected number of bytes of the upload */
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
