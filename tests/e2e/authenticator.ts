import { TOTP } from 'otpauth';

/** Seconds for which a code is shown. */
const PERIOD = 30;

/** An authenticator app that was told a key. */
export class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;

  constructor(secret: string) {
    this.#totp = new TOTP({ secret, period: PERIOD });
  }

  /**
   * A code that was not given yet: the present one or, sooner than one would
   * wait for it, the next, which a server takes from a clock that is ahead.
   */
  next(): string {
    const now = TOTP.counter({ period: PERIOD });
    const step = Math.max(now, this.#lastStep + 1);
    if (step > now + 1) throw new Error('two codes were given within this half minute');
    this.#lastStep = step;
    return this.#totp.generate({ timestamp: step * PERIOD * 1000 });
  }

  /** A code that is right neither now nor in the minutes around. */
  wrong(): string {
    const near = new Set(
      [-2, -1, 0, 1, 2, 3, 4].map((offset) =>
        this.#totp.generate({ timestamp: Date.now() + offset * PERIOD * 1000 }),
      ),
    );
    const candidates = ['000000', '111111', '222222', '333333', '444444', '555555', '666666'];
    return candidates.find((code) => !near.has(code)) ?? '777777';
  }
}
