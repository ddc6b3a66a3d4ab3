import { LRUCache } from 'lru-cache';

/** A prepared statement of a connection. */
export interface PreparedStatement {
  readonly name: string;
  /** Names of the columns of its result. */
  readonly columns: readonly string[];
}

/** How many prepared statements a connection keeps. */
const capacity = 100;

/**
 * The length of the texts of all statements of a connection, characters. A plan takes about 20 bytes
 * of PostgreSQL's process for each, which is 10 MB for every connection.
 */
const maximumText = 512 * 1024;

/** The longest text of a statement that is kept, characters. */
const maximumStatement = 64 * 1024;

/**
 * The most recently used prepared statements of one connection. Others are closed, since requests can
 * cause any number of statements.
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

  /** Returns a name that no statement of the connection has had. */
  newName(): string {
    this.#made += 1;
    return `s${this.#made}`;
  }

  add(key: string, statement: PreparedStatement): void {
    this.#known.set(key, statement);
    if (!this.#known.has(key)) this.discard(statement.name);
  }

  /** Closes a statement whose preparation failed; PostgreSQL ignores unknown names. */
  discard(name: string): void {
    this.#closing.push(name);
  }

  /** Returns the names to close, each once. */
  takeClosing(): readonly string[] {
    const names = this.#closing;
    if (names.length > 0) this.#closing = [];
    return names;
  }
}
