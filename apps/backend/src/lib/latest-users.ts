/** How long whoever has had a turn counts as still being there, ms: a page asks several times a second. */
export const presence = 1000;

/** Who used something last, so that one can tell whether others use it too. */
export class LatestUsers {
  #latest = '';
  #latestAt = -Infinity;
  /** When anyone but the latest was last there. */
  #othersAt = -Infinity;

  /** @param now ms */
  note(user: string, now: number): void {
    if (user !== this.#latest) {
      this.#othersAt = this.#latestAt;
      this.#latest = user;
    }
    this.#latestAt = now;
  }

  /** Whether anyone but this user was there within the last second. */
  hasOthersThan(user: string, now: number): boolean {
    return now - (user === this.#latest ? this.#othersAt : this.#latestAt) < presence;
  }
}
