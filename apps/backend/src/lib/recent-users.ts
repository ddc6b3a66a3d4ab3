/** How long a user counts as active after an action, ms: a page sends several requests a second. */
export const presenceTime = 1000;

/** Reports whether anyone other than a given user was active within `presenceTime`. */
class RecentUsers {
  #latest = '';
  #latestAt = -Infinity;
  /** When anyone but the latest user was last active. */
  #othersAt = -Infinity;

  /** @param now ms */
  record(user: string, now: number): void {
    if (user !== this.#latest) {
      this.#othersAt = this.#latestAt;
      this.#latest = user;
    }
    this.#latestAt = now;
  }

  /** Whether anyone but this user was active within `presenceTime`. */
  hasOthers(user: string, now: number): boolean {
    return now - (user === this.#latest ? this.#othersAt : this.#latestAt) < presenceTime;
  }
}

/** The addresses and accounts that were active lately, in one kind of work or in several. */
export class RecentClients {
  readonly addresses = new RecentUsers();
  readonly accounts = new RecentUsers();
}
