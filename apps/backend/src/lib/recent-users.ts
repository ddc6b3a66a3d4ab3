/** How long a user counts as present after using something, ms: a page sends several requests a second. */
export const presenceTime = 1000;

/** Remembers who used something last, which tells whether others than a given user do. */
export class RecentUsers {
  #latest = '';
  #latestAt = -Infinity;
  /** When anyone but the latest user was last there. */
  #othersAt = -Infinity;

  /** @param now ms */
  note(user: string, now: number): void {
    if (user !== this.#latest) {
      this.#othersAt = this.#latestAt;
      this.#latest = user;
    }
    this.#latestAt = now;
  }

  /** Whether anyone but this user was there within `presenceTime`. */
  hasOthersThan(user: string, now: number): boolean {
    return now - (user === this.#latest ? this.#othersAt : this.#latestAt) < presenceTime;
  }
}
