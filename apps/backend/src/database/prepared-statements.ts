import { LRUCache } from 'lru-cache';

/** A statement as its connection knows it. */
export interface PreparedStatement {
  readonly name: string;
  /** Names of the columns of its result. */
  readonly columns: readonly string[];
}

/** How many statements a connection keeps. */
const capacity = 100;

/**
 * How long the texts of all statements of a connection may be, in characters. A plan takes some
 * 20 bytes of PostgreSQL's process for each: 10 MB on every connection.
 */
const maximumText = 512 * 1024;

/** How long the text of one statement may be that is kept. */
const maximumStatement = 64 * 1024;

/**
 * The statements that one connection has prepared: those used last. Requests
 * can make any number of them, so that what goes out of use is closed.
 */
export class PreparedStatements {
  readonly #known: LRUCache<string, PreparedStatement>;
  #made = 0;
  #closing: string[] = [];

  constructor({ most = capacity, text = maximumText } = {}) {
    this.#known = new LRUCache({
      max: most,
      maxSize: text,
      maxEntrySize: Math.min(text, maximumStatement),
      sizeCalculation: (_statement, key) => key.length,
      dispose: ({ name }) => this.#closing.push(name),
    });
  }

  get(key: string): PreparedStatement | undefined {
    return this.#known.get(key);
  }

  /** A name that no statement of the connection has. */
  newName(): string {
    this.#made += 1;
    return `s${this.#made}`;
  }

  add(key: string, statement: PreparedStatement): void {
    this.#known.set(key, statement);
    if (!this.#known.has(key)) this.discard(statement.name);
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
