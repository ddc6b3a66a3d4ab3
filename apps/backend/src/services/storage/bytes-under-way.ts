/** An upload that has begun and is not stored yet. */
export interface UploadUnderWay {
  /** Bytes of the account's uploads that had begun before this one and are not stored yet. */
  readonly before: number;
  /**
   * Counts more bytes for this upload than it had announced.
   * @param bytes in all
   * @returns bytes of the account's other uploads
   */
  readonly grow: (bytes: number) => number;
  /** To be called once it is stored, or given up. */
  readonly end: () => void;
}

/**
 * Counts the bytes that each account's uploads have announced while no row tells of them yet: of
 * uploads at the same time, each would otherwise find the room that only one of them can have.
 */
export class BytesUnderWay {
  /** By account; holds no account without an upload. */
  readonly #bytes = new Map<string, number>();

  /** @param announced bytes that the upload will bring */
  begin(account: string, announced: number): UploadUnderWay {
    let own = 0;
    const others = () => (this.#bytes.get(account) ?? 0) - own;
    const count = (bytes: number): number => {
      const rest = others();
      own = bytes;
      if (rest + own > 0) this.#bytes.set(account, rest + own);
      else this.#bytes.delete(account);
      return rest;
    };
    return { before: count(announced), grow: count, end: () => void count(0) };
  }
}
