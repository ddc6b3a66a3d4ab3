import type { Connection, QueryResultBase, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import type { PreparedStatements } from './prepared-statements.ts';
import { scopeStatement, type Scope } from './scope.ts';
import type { Row, Statement } from './statement.ts';

const sync = serialize.sync();
const execute = serialize.execute();
/** Describes the unnamed statement. */
const describe = serialize.describe({ type: 'S', name: '' });

type Columns = readonly string[];

/** A statement that is being prepared under a name. */
interface Preparing {
  readonly key: string;
  readonly name: string;
}

/**
 * One statement as a caller, as a custom query of node-postgres (`Submittable`, which pg-cursor
 * implements, too). The scope's statement and the caller's are sent in one write with one Sync
 * after them: PostgreSQL runs what precedes a Sync in one transaction, skips what follows an
 * error, and commits before it answers the Sync.
 */
export class ScopedQuery implements Submittable {
  readonly #scope: Statement;
  readonly #statement: Statement;
  readonly #key: string;
  readonly #prepared: PreparedStatements;
  readonly #resolve: (rows: Row[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #rows: Row[] = [];
  /** The statements that PostgreSQL is preparing, in the order in which it describes them. */
  readonly #preparing: Preparing[] = [];
  #columns: Columns = [];
  #isScoped = false;

  /**
   * @param prepared the prepared statements of the connection that the query will run on
   */
  constructor(
    scope: Scope,
    statement: Statement,
    prepared: PreparedStatements,
    { resolve, reject }: { resolve: (rows: Row[]) => void; reject: (error: Error) => void },
  ) {
    this.#scope = scopeStatement(scope);
    this.#statement = statement;
    // A plan is for one role, whose policies are part of it.
    this.#key = `${scope.role} ${statement.text}`;
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
    // The scope's statement is described first, and has no columns.
    if (this.#isScoped) this.#columns = fields.map(({ name }) => name);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    // The row of the scope's statement comes first, and is empty.
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

  /** The transaction has been committed: PostgreSQL commits before it is ready for the next query. */
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
