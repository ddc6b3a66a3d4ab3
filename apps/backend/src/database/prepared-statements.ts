/** A statement as its connection knows it. */
export interface PreparedStatement {
  readonly name: string;
  /** Names of the columns of its result. */
  readonly columns: readonly string[];
}

/** How many statements a connection keeps: each costs PostgreSQL some 50 kB there. */
const capacity = 100;

/**
 * The statements that one connection has prepared: those used last. Requests
 * can make any number of them, so that what goes out of use is closed.
 */
export class PreparedStatements {
  readonly #capacity: number;
  /** In the order of use, the longest unused first. */
  readonly #known = new Map<string, PreparedStatement>();
  #made = 0;
  #closing: string[] = [];

  constructor(atMost = capacity) {
    this.#capacity = atMost;
  }

  get(key: string): PreparedStatement | undefined {
    const statement = this.#known.get(key);
    if (statement) {
      this.#known.delete(key);
      this.#known.set(key, statement);
    }
    return statement;
  }

  /** A name that no statement of the connection has. */
  newName(): string {
    this.#made += 1;
    return `s${this.#made}`;
  }

  add(key: string, statement: PreparedStatement): void {
    this.#known.set(key, statement);
    if (this.#known.size <= this.#capacity) return;
    const [oldest] = this.#known;
    if (!oldest) return;
    this.#known.delete(oldest[0]);
    this.#closing.push(oldest[1].name);
  }

  /** Has a name closed whose preparation failed somewhere: PostgreSQL may know it or not. */
  discard(name: string): void {
    this.#closing.push(name);
  }

  /** The names to close, each told once. */
  takeClosing(): readonly string[] {
    const names = this.#closing;
    if (names.length > 0) this.#closing = [];
    return names;
  }
}
