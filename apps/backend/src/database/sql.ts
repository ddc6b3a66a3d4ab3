import { Client, type ClientBase, type QueryResult } from 'pg';
import {
  answerOf,
  clientConfig,
  ConnectionLostError,
  end,
  openPool,
  withConnection,
  type ConnectionOptions,
} from './connection.ts';
import { Fragment, write, type Value } from './fragment.ts';

/** Rows of an answer. `count` is how many a statement has touched, also when it returns none. */
type Rows<T extends readonly object[]> = T & { readonly count: number };

type AnyRow = Record<string, unknown>;

/** Statements. Each runs at once; those of a transaction one after the other. */
export interface TransactionSql {
  /**
   * Runs a template: what stands in it are parameters, and fragments.
   * @throws {DatabaseError} as PostgreSQL words it
   * @throws {ConnectionLostError}
   */
  <T extends readonly object[] = AnyRow[]>(
    strings: TemplateStringsArray,
    ...values: Value[]
  ): Promise<Rows<T>>;
  /**
   * Runs a text. Without values it may be several statements; the rows are those of the last.
   * @param options `prepare` keeps it prepared: for one of the source's own texts
   */
  unsafe<T extends readonly object[] = AnyRow[]>(
    text: string,
    values?: readonly Value[],
    options?: { readonly prepare?: boolean },
  ): Promise<Rows<T>>;
}

/** A database, by one connection or many. */
export interface Sql extends TransactionSql {
  /**
   * Runs a transaction, which is taken back when the work throws, or one of its statements fails.
   */
  begin<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** Names of prepared statements by their texts. There are only so many: they are the source's own. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `q${names.size}`));
  return name;
}

/** What is sent: without a name and values it goes by the simple protocol. */
interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** The rows are what whoever wrote the statement says they are. */
function addCount<T extends readonly object[]>(
  rows: readonly unknown[],
  count: number,
): asserts rows is Rows<T> {
  // Not to be seen where rows are compared, or shown.
  Object.defineProperty(rows, 'count', { value: count });
}

async function runOn<T extends readonly object[]>(
  client: ClientBase,
  query: Query,
): Promise<Rows<T>> {
  // Of several statements there are several results.
  const answer: QueryResult | QueryResult[] = await answerOf(client.query(query));
  const result = Array.isArray(answer) ? answer.at(-1) : answer;
  const rows: readonly unknown[] = result?.rows ?? [];
  addCount<T>(rows, result?.rowCount ?? 0);
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
    // What has no values is rarely said twice: settings, definitions, transactions.
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

/** Runs a transaction on a connection, and takes it back when the work throws. */
export async function transact<T>(
  client: ClientBase,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  let isOver = false;
  const sql = statements(async (query) => {
    // By then the connection may be another's.
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
    // The commit was a rollback then, which is no error to PostgreSQL.
    if (failures.length > 0) throw failures[0];
    return result;
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) await runOn(client, { text: 'rollback' });
    throw error;
  }
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
    },
  );

/** A database by as many connections as are needed, and as are allowed. */
export function openSql(url: string, size: number, options: ConnectionOptions): Sql {
  const pool = openPool(url, size, options);
  return over((work) => withConnection(pool, work), pool);
}

/**
 * A database by one connection that is never another.
 * @throws {ConnectionLostError} when there is none
 */
export async function openSession(url: string, options: ConnectionOptions): Promise<Sql> {
  const client = new Client(clientConfig(url, options));
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new ConnectionLostError(error);
  });
  return over((work) => work(client), client);
}
