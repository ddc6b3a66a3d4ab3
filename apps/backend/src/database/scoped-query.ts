import type { Connection, QueryResultBase, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import type { Row, Statement } from './statement.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { Scope } from './scope.ts';

const sync = serialize.sync();
const execute = serialize.execute();
/** Of the unnamed statement. */
const describe = serialize.describe({ type: 'S', name: '' });

type Columns = readonly string[];

/** A statement that goes out now, under a name that its connection will know it by. */
interface Preparing {
  readonly key: string;
  readonly name: string;
}

/**
 * One statement as a caller, for node-postgres to run (its interface for queries
 * of one's own, as its cursors have it). The scope and the statement go out in
 * one write with one Sync behind them: until it PostgreSQL has one transaction,
 * skips what follows an error, and commits before it answers the Sync.
 */
export class ScopedQuery implements Submittable {
  readonly #scope: Scope;
  readonly #statement: Statement;
  readonly #key: string;
  readonly #prepared: PreparedStatements;
  readonly #resolve: (rows: Row[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #rows: Row[] = [];
  /** What PostgreSQL is told to prepare, in the order in which it describes them. */
  readonly #preparing: Preparing[] = [];
  #columns: Columns = [];
  #isScoped = false;

  /**
   * @param prepared statements of the connection that the query will run on
   */
  constructor(
    scope: Scope,
    statement: Statement,
    prepared: PreparedStatements,
    { resolve, reject }: { resolve: (rows: Row[]) => void; reject: (error: Error) => void },
  ) {
    this.#scope = scope;
    this.#statement = statement;
    // A plan holds for one role: its policies are part of it.
    this.#key = `${scope.values.at(-1)} ${statement.text}`;
    this.#prepared = prepared;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    const { text, values, prepare = false } = this.#statement;
    const messages = this.#prepared
      .takeClosing()
      .map((name) => serialize.close({ type: 'S', name }));
    this.#addPrepared(messages, this.#scope.text, this.#scope.text, this.#scope.values);
    if (prepare) this.#addPrepared(messages, this.#key, text, values);
    else messages.push(serialize.parse({ text }), describe, bind('', values), execute);
    messages.push(sync);
    connection.stream.write(Buffer.concat(messages));
  }

  #addPrepared(
    messages: Buffer[],
    key: string,
    text: string,
    values: readonly (string | null)[],
  ): void {
    const known = this.#prepared.get(key);
    const name = known?.name ?? this.#prepared.newName();
    if (known) this.#columns = known.columns;
    else {
      this.#preparing.push({ key, name });
      messages.push(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    }
    messages.push(bind(name, values), execute);
  }

  handleRowDescription({ fields }: Pick<QueryResultBase, 'fields'>): void {
    // The scope is described too, before it runs, and has no columns.
    if (this.#isScoped) this.#columns = fields.map(({ name }) => name);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    // The scope's own row comes first, and is empty.
    if (!this.#isScoped) return;
    this.#rows.push(
      Object.fromEntries(this.#columns.map((name, index) => [name, fields[index] ?? null])),
    );
  }

  handleCommandComplete(): void {
    const isOfScope = !this.#isScoped;
    this.#isScoped = true;
    const key = isOfScope ? this.#scope.text : this.#key;
    const [first] = this.#preparing;
    if (first?.key !== key) return;
    this.#preparing.shift();
    this.#prepared.add(key, { name: first.name, columns: isOfScope ? [] : this.#columns });
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  /** The transaction is over: only now is anything that was written there to stay. */
  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    for (const { name } of this.#preparing) this.#prepared.discard(name);
    this.#reject(error);
  }
}

const bind = (statement: string, values: readonly (string | null)[]): Buffer =>
  serialize.bind({ statement, values: [...values] });
