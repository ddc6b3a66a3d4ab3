import { TOTP } from 'otpauth';

const period = 30;

/** An authenticator app with one key. */
export class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;

  /** @param secret in base32, as in the QR code */
  constructor(secret: string) {
    this.#totp = new TOTP({ secret, period });
  }

  /**
   * A code that was not returned before: the current one or, instead of waiting,
   * the next, which a server accepts from a clock that is ahead.
   */
  next(): string {
    const now = TOTP.counter({ period });
    const step = Math.max(now, this.#lastStep + 1);
    if (step > now + 1) throw new Error('two codes were given within this half minute');
    this.#lastStep = step;
    return this.#codeOf(step);
  }

  /** Six digits that are invalid now and in the next minutes. */
  wrong(): string {
    const now = TOTP.counter({ period });
    const right = new Set([-1, 0, 1, 2, 3, 4, 5].map((offset) => this.#codeOf(now + offset)));
    for (let number = 0; ; number += 1) {
      const code = String(number).padStart(6, '0');
      if (!right.has(code)) return code;
    }
  }

  #codeOf(step: number): string {
    return this.#totp.generate({ timestamp: step * period * 1000 });
  }
}
