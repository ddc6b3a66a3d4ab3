import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { repeatOnConflict } from '../../database/connection.ts';
import type { Database } from '../../database/database.ts';
import type { Access } from '../../database/scope.ts';
import type { Row, Statement } from '../../database/statement.ts';
import type { TransactionSql } from '../../database/sql.ts';
import type { Caller } from '../../identity/caller.ts';
import type { RestLimits } from './limits.ts';
import { unknownTable } from './errors.ts';
import { ReloadingSchemaCache } from './schema/reloading-schema-cache.ts';
import type { ExposedSchema, Relation, SchemaCache } from './schema/schema-cache.ts';
import { findSimilarName } from './schema/similar-name.ts';
import { readResultRow, type ResultRow } from './sql/result-row.ts';
import {
  bind,
  StatementParameters,
  type StatementInput,
  type StatementParameter,
} from './sql/statement.ts';

/** Options of the engine. */
export interface EngineOptions {
  readonly database: Database;
  /** The exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  /** Further schemas on the search path of requests. */
  readonly extraSearchPath: readonly string[];
  /** The maximum of rows in a response and in each embedded list. */
  readonly maximumRows: number;
  readonly limits: RestLimits;
  readonly log: Logger;
}

/** Writes a statement and collects its parameters. */
export type WriteStatement = (parameters: StatementParameters) => string;

/** Values that differ between requests which need different statements. */
export type PlanKey = readonly (string | number | boolean | null | readonly string[])[];

/** A statement with the values of one request. */
export interface BoundStatement extends Statement {
  readonly values: readonly (string | null)[];
}

/** A statement that serves all requests of one shape. */
interface Plan {
  readonly text: string;
  readonly parameters: readonly StatementParameter[];
  /**
   * Whether it is planned anew for the values of each request. After a few uses a prepared statement is
   * planned without its values; for a word that no row contains such a plan would scan all rows.
   */
  readonly isPlannedByValues: boolean;
  /** How many requests used it. */
  uses: number;
}

const maximumPlans = 1000;

/** The length of the texts and keys of all plans, characters. */
const maximumText = 8 * 1024 * 1024;

/** The longest plan that is cached, characters. Longer ones are written by hand and not repeated. */
const maximumPlan = 48 * 1024;

type Plans = LRUCache<string, Plan>;

const emptyPlans = (): Plans =>
  new LRUCache({
    max: maximumPlans,
    maxSize: maximumText,
    maxEntrySize: maximumPlan,
    sizeCalculation: ({ text }, key) => key.length + text.length,
  });

/** Caches the statements of requests by their shapes, and runs them as their callers. */
export class Engine {
  readonly schemas: readonly string[];
  readonly maximumRows: number;
  readonly limits: RestLimits;
  readonly #database: Database;
  readonly #schema: ReloadingSchemaCache;
  /** Plans are valid for the schema cache that they were made from. */
  readonly #plans = new WeakMap<SchemaCache, Plans>();

  private constructor(
    { database, schemas, maximumRows, limits }: EngineOptions,
    schema: ReloadingSchemaCache,
  ) {
    this.#database = database;
    this.schemas = schemas;
    this.maximumRows = maximumRows;
    this.limits = limits;
    this.#schema = schema;
  }

  /** @throws {ConfigError} naming schemas that do not exist */
  static async start(options: EngineOptions): Promise<Engine> {
    const { database, schemas, extraSearchPath, log } = options;
    const names = { exposed: schemas, extraSearchPath };
    return new Engine(options, await ReloadingSchemaCache.open(database, names, log));
  }

  schema(name: string): ExposedSchema {
    return this.#schema.current.schemas.get(name)!;
  }

  /**
   * The caller with the search path of a schema and the settings of its role.
   * @param path the path of the request that functions can read
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
    throw unknownTable(schema.name, name, findSimilarName(name, schema.relations.keys()));
  }

  /**
   * Returns the statement for a request.
   *
   * @param write writes the statement if none is cached for the key
   */
  statement(key: PlanKey, input: StatementInput, write: WriteStatement): BoundStatement {
    const cache = this.#schema.current;
    let plans = this.#plans.get(cache);
    if (!plans) this.#plans.set(cache, (plans = emptyPlans()));
    // JSON distinguishes the parts of a key, and null from the empty text.
    const name = JSON.stringify(key);
    const plan = plans.get(name) ?? makePlan(write);
    if (plan.uses === 0) plans.set(name, plan);
    plan.uses += 1;
    return {
      text: plan.text,
      values: bind(plan.parameters, input),
      // A statement that is used once is not worth its place among the prepared ones.
      prepare: plan.uses > 1 && !plan.isPlannedByValues,
    };
  }

  /** Runs a statement as the caller, in one round trip. */
  async run(caller: Caller, statement: BoundStatement, access: Access): Promise<ResultRow> {
    const [row] = await this.#database.asCaller(caller, statement, { access });
    return readResultRow(row!);
  }

  /**
   * Runs a writing statement and commits it if its result passes a check.
   * @param check throws to roll the statement back
   */
  runChecked(
    caller: Caller,
    { text, values }: BoundStatement,
    check: (result: ResultRow) => void,
  ): Promise<ResultRow> {
    return repeatOnConflict(() =>
      this.#database.transactionAs(caller, async (sql: TransactionSql) => {
        const [row] = await sql.unsafe<Row[]>(text, values);
        const result = readResultRow(row!);
        check(result);
        return result;
      }),
    );
  }

  stop(): Promise<void> {
    return this.#schema.close();
  }
}

function makePlan(write: WriteStatement): Plan {
  const parameters = new StatementParameters();
  const text = write(parameters);
  const { list, isPlannedByValues } = parameters;
  return { text, parameters: list, isPlannedByValues, uses: 0 };
}
