/** How many statements a connection may keep: each costs PostgreSQL some 50 kB there. */
const maximumTexts = 200;

/**
 * How long the choice stands, ms. postgres.js closes a connection after 30 to 60
 * minutes, and with it goes what it had prepared.
 */
const period = 60 * 60 * 1000;

/**
 * Decides which statements are kept prepared on their connections. The client
 * never gives one up, so that there must be few, and each in use: a text earns
 * its place by being asked for again.
 */
export class PreparedTexts {
  #texts = new Set<string>();
  #chosenAt: number;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#chosenAt = now();
  }

  /** @param uses how often the text was asked for, this time included */
  isPrepared(text: string, uses: number): boolean {
    if (this.#now() - this.#chosenAt > period) {
      this.#texts = new Set();
      this.#chosenAt = this.#now();
    }
    if (this.#texts.has(text)) return true;
    if (uses < 2 || this.#texts.size >= maximumTexts) return false;
    this.#texts.add(text);
    return true;
  }
}
