import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CallerOptions, Database } from '../../database/database.ts';
import type { Row, Statement } from '../../database/statement.ts';
import type { TransactionSql } from '../../database/sql.ts';
import type { Caller } from '../../identity/caller.ts';
import type { LimitSettings } from '../../config/limit-settings.ts';
import { unknownTable } from './errors.ts';
import { LiveSchema } from './schema/reloading-schema-cache.ts';
import type { ExposedSchema, Relation, SchemaCache } from './schema/schema-cache.ts';
import { suggest } from './schema/similar-name.ts';
import { readAnswer, readEstimate, type Answer } from './sql/result-row.ts';
import {
  bind,
  StatementParameters,
  type StatementInput,
  type StatementParameter,
} from './sql/statement.ts';

/** What plans are made from and requests are run with. */
export interface EngineOptions {
  readonly database: Database;
  /** Exposed ones, the first by default. */
  readonly schemas: readonly string[];
  /** Further schemas in which requests look for names that have none. */
  readonly extraSearchPath: readonly string[];
  /** The most rows that an answer holds, and each embedded list in it. */
  readonly maximumRows: number;
  readonly limits: LimitSettings;
  readonly log: Logger;
}

/** Writes a statement and collects its parameters. */
export type WriteStatement = (parameters: StatementParameters) => string;

/** A statement that is ready to run for one request. */
export interface BoundStatement extends Statement {
  readonly values: readonly (string | null)[];
}

/** A statement that serves all requests of one shape. */
interface Plan {
  readonly text: string;
  readonly parameters: readonly StatementParameter[];
  /** How often it was asked for. */
  uses: number;
}

const maximumPlans = 1000;

/** How long the texts of all plans may be with their keys, in characters. */
const maximumText = 8 * 1024 * 1024;

/** How long the text of one plan may be that is kept: people write such requests by hand, once. */
const maximumPlan = 48 * 1024;

type Plans = LRUCache<string, Plan>;

const emptyPlans = (): Plans =>
  new LRUCache({
    max: maximumPlans,
    maxSize: maximumText,
    maxEntrySize: maximumPlan,
    sizeCalculation: ({ text }, key) => key.length + text.length,
  });

/** Turns the shapes of requests into plans and runs them as their callers. */
export class Engine {
  readonly schemas: readonly string[];
  readonly maximumRows: number;
  readonly limits: LimitSettings;
  readonly #database: Database;
  readonly #schema: LiveSchema;
  /** Plans hold for the schema cache that they were made from. */
  readonly #plans = new WeakMap<SchemaCache, Plans>();

  private constructor(
    { database, schemas, maximumRows, limits }: EngineOptions,
    schema: LiveSchema,
  ) {
    this.#database = database;
    this.schemas = schemas;
    this.maximumRows = maximumRows;
    this.limits = limits;
    this.#schema = schema;
  }

  /** @throws {ConfigError} naming schemas that there are not */
  static async start(options: EngineOptions): Promise<Engine> {
    const { database, schemas, extraSearchPath, log } = options;
    const names = { exposed: schemas, extraSearchPath };
    return new Engine(options, await LiveSchema.open(database, names, log));
  }

  schema(name: string): ExposedSchema {
    return this.#schema.current.schemas.get(name)!;
  }

  /**
   * A caller whose statements run as hosted Supabase would run them for a schema.
   * @param path of the request, as functions read it
   */
  within(schema: ExposedSchema, { role, claims, client, request }: Caller, path: string): Caller {
    return {
      role,
      claims,
      client,
      searchPath: schema.searchPath,
      settings: this.#schema.current.roles.get(role),
      request: { method: request.method, path, headers: request.headers },
    };
  }

  /** @throws {RestError} PGRST205 */
  relation(schema: ExposedSchema, name: string): Relation {
    const relation = schema.relations.get(name);
    if (relation) return relation;
    throw unknownTable(schema.name, name, suggest(name, schema.relations.keys()));
  }

  /**
   * The statement for a request.
   *
   * @param key tells apart requests that need different statements
   * @param write makes the statement where none of the same key is known
   */
  statement(
    key: readonly (string | number | boolean | null)[],
    input: StatementInput,
    write: WriteStatement,
  ): BoundStatement {
    const cache = this.#schema.current;
    let plans = this.#plans.get(cache);
    if (!plans) this.#plans.set(cache, (plans = emptyPlans()));
    // As JSON no part of a key is taken for another: null is not the empty text.
    const name = JSON.stringify(key);
    const plan = plans.get(name) ?? makePlan(write);
    if (plan.uses === 0) plans.set(name, plan);
    plan.uses += 1;
    return {
      text: plan.text,
      values: bind(plan.parameters, input),
      // Whatever is asked for only once is not worth its place on a connection.
      prepare: plan.uses > 1,
    };
  }

  /** Runs a statement as the caller, in one round trip. */
  async run(
    caller: Caller,
    statement: BoundStatement,
    access: NonNullable<CallerOptions['access']>,
  ): Promise<Answer> {
    const [row] = await this.#database.asCaller(caller, statement, { access });
    return readAnswer(row!);
  }

  /** Runs a statement that `writeEstimate` wrote as the caller. */
  async estimate(caller: Caller, statement: BoundStatement): Promise<number> {
    const [row] = await this.#database.asCaller(caller, statement, { access: 'read only' });
    return readEstimate(row!);
  }

  /**
   * Runs a writing statement whose outcome decides whether it stays.
   * @param check throws to have everything taken back
   */
  runChecked(
    caller: Caller,
    { text, values }: BoundStatement,
    check: (answer: Answer) => void,
  ): Promise<Answer> {
    return this.#database.transactionAs(caller, async (sql: TransactionSql) => {
      const [row] = await sql.unsafe<Row[]>(text, values);
      const answer = readAnswer(row!);
      check(answer);
      return answer;
    });
  }

  stop(): Promise<void> {
    return this.#schema.close();
  }
}

function makePlan(write: WriteStatement): Plan {
  const parameters = new StatementParameters();
  return { text: write(parameters), parameters: parameters.list, uses: 0 };
}
