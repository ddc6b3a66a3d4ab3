/** An upload that has begun and is not stored yet. */
interface UploadUnderWay {
  /** Bytes of the account's uploads that had begun before this one and are not stored yet. */
  readonly before: number;
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

  /** @param bytes that the upload will bring at most */
  begin(account: string, bytes: number): UploadUnderWay {
    const before = this.#bytes.get(account) ?? 0;
    this.#bytes.set(account, before + bytes);
    return {
      before,
      end: () => {
        const left = (this.#bytes.get(account) ?? 0) - bytes;
        if (left > 0) this.#bytes.set(account, left);
        else this.#bytes.delete(account);
      },
    };
  }
}
