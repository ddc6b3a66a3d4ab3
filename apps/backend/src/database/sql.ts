import { Client, type ClientBase, type QueryResult } from 'pg';
import {
  resultOf,
  clientConfig,
  ConnectionLostError,
  end,
  openPool,
  withConnection,
  type ConnectionOptions,
} from './connection.ts';
import { Fragment, write, type Value } from './fragment.ts';

/**
 * The rows of a result. `count` is the number of affected rows, also of a statement that returns none;
 * `command` is the statement's first word, such as `DELETE`.
 */
type Rows<T extends readonly object[]> = T & { readonly count: number; readonly command: string };

type AnyRow = Record<string, unknown>;

/** Runs statements: at once, or within a transaction one after the other. */
export interface TransactionSql {
  /**
   * Runs a template, whose values become parameters or, if they are fragments, parts of the text.
   * @throws {DatabaseError} PostgreSQL's error
   * @throws {ConnectionLostError}
   */
  <T extends readonly object[] = AnyRow[]>(
    strings: TemplateStringsArray,
    ...values: Value[]
  ): Promise<Rows<T>>;
  /**
   * Runs a text. Without values it may be several statements; the rows are those of the last one.
   * @param options `prepare` keeps the statement prepared: only for texts that are constants
   */
  unsafe<T extends readonly object[] = AnyRow[]>(
    text: string,
    values?: readonly Value[],
    options?: { readonly prepare?: boolean },
  ): Promise<Rows<T>>;
}

/** A database, over one connection or a pool. */
export interface Sql extends TransactionSql, AsyncDisposable {
  /**
   * Runs a transaction, which is rolled back when the work throws or one of its statements fails.
   */
  begin<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** Names of prepared statements by their texts. The map is bounded, since the texts are constants. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `q${names.size}`));
  return name;
}

/** A query for node-postgres, which uses the simple protocol for one without a name and values. */
interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** Adds `count` and `command`. The type of the rows is the caller's assertion about its statement. */
function addTag<T extends readonly object[]>(
  rows: readonly unknown[],
  count: number,
  command: string,
): asserts rows is Rows<T> {
  // Not enumerable, so that rows can be compared and printed.
  Object.defineProperties(rows, { count: { value: count }, command: { value: command } });
}

async function runOn<T extends readonly object[]>(
  client: ClientBase,
  query: Query,
): Promise<Rows<T>> {
  // A text of several statements has several results.
  const results: QueryResult | QueryResult[] = await resultOf(client.query(query));
  const result = Array.isArray(results) ? results.at(-1) : results;
  const rows: readonly unknown[] = result?.rows ?? [];
  addTag<T>(rows, result?.rowCount ?? 0, result?.command ?? '');
  return rows;
}

type Run = <T extends readonly object[]>(query: Query) => Promise<Rows<T>>;

function statements(run: Run): TransactionSql {
  const template = async <T extends readonly object[]>(
    strings: TemplateStringsArray,
    ...given: Value[]
  ): Promise<Rows<T>> => {
    const values: unknown[] = [];
    const text = write(new Fragment(strings, given), values);
    // Statements without values (settings, definitions, transactions) are rarely repeated.
    return run<T>(values.length > 0 ? { name: nameOf(text), text, values } : { text });
  };
  return Object.assign(template, {
    unsafe: <T extends readonly object[]>(
      text: string,
      values: readonly Value[] = [],
      { prepare = false } = {},
    ) => {
      const query = values.length > 0 ? { text, values: [...values] } : { text };
      return run<T>(prepare ? { ...query, name: nameOf(text) } : query);
    },
  });
}

/** Runs a transaction on a connection, and rolls it back when the work throws. */
export async function transact<T>(
  client: ClientBase,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  let isOver = false;
  const sql = statements(async (query) => {
    // The connection may be used by others by then.
    if (isOver) throw new Error('the transaction is over');
    try {
      return await runOn(client, query);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  });
  try {
    await runOn(client, { text: 'begin' });
    const result = await work(sql).finally(() => {
      isOver = true;
    });
    await runOn(client, { text: 'commit' });
    // PostgreSQL has rolled back at the commit then, without an error.
    if (failures.length > 0) throw failures[0];
    return result;
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) await runOn(client, { text: 'rollback' });
    throw error;
  }
}

/**
 * Runs a transaction for its result, and rolls it back.
 * @param begin begins the transaction
 */
export async function dryRun<T>(
  begin: (work: (sql: TransactionSql) => Promise<void>) => Promise<void>,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const result = Promise.withResolvers<T>();
  const rollback = new Error('a dry run is rolled back');
  await begin(async (sql) => {
    result.resolve(await work(sql));
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return result.promise;
}

/** Lends a connection to work. */
type Lend = <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>;

const over = (lend: Lend, open: { end(): Promise<void> }): Sql =>
  Object.assign(
    statements((query) => lend((client) => runOn(client, query))),
    {
      begin: <T>(work: (sql: TransactionSql) => Promise<T>) =>
        lend((client) => transact(client, work)),
      end: () => end(open),
      [Symbol.asyncDispose]: () => end(open),
    },
  );

/** Opens a database over a pool. */
export function openSql(url: string, size: number, options: ConnectionOptions): Sql {
  const pool = openPool(url, size, options);
  return over((work) => withConnection(pool, work), pool);
}

/**
 * Opens a database over one connection, which is not replaced when it is lost.
 * @throws {ConnectionLostError} when it cannot be made
 */
export async function openSession(url: string, options: ConnectionOptions): Promise<Sql> {
  const client = new Client(clientConfig(url, options));
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new ConnectionLostError(error);
  });
  return over((work) => work(client), client);
}
