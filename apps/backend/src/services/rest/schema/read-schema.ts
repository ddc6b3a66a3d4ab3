import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../../config/config-error.ts';
import type { Role } from '../../../identity/caller.ts';
import { connectionSearchPath } from '../../../database/scope.ts';
import type { Sql } from '../../../database/sql.ts';
import { quote, qualify } from '../sql/statement.ts';
import {
  columnNamesIn,
  tablesIn,
  type TableInRelation,
  type TableColumns,
} from './tables-in-relations.ts';
import { isCallable } from './find-function.ts';
import { buildRelationships, type ForeignKey } from './build-relationships.ts';
import type {
  Column,
  ExposedSchema,
  Parameter,
  Relation,
  SchemaCache,
  WriteCommand,
} from './schema-cache.ts';
import { traceViews, type View } from './view-origins.ts';

const statement = await readFile(join(import.meta.dirname, 'read-schema.sql'), 'utf8');

/** Schemas by their names. */
export interface SchemaNames {
  readonly exposed: readonly string[];
  /** Further schemas on the search path of requests. */
  readonly extraSearchPath: readonly string[];
}

interface RelationReport {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly (Column & { readonly number: number })[];
  readonly accepts: readonly WriteCommand[];
}

interface RowFunctionReport {
  readonly schema: string;
  readonly name: string;
  /** Oids of the relation whose row it takes, and of the one whose rows it returns, or null. */
  readonly relation: number;
  readonly target: number | null;
  readonly isSingle: boolean;
  readonly takesRowAlone: boolean;
  readonly isSearched: boolean;
}

/** The result of read-schema.sql. */
interface SchemaReport {
  readonly schemas: readonly string[];
  readonly relations: readonly RelationReport[];
  readonly views: readonly View[];
  readonly primaryKeys: readonly { readonly table: number; readonly columns: readonly number[] }[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly rowFunctions: readonly RowFunctionReport[];
  readonly functions: readonly {
    readonly schema: string;
    readonly name: string;
    readonly parameters: readonly Omit<Parameter, 'isRequired'>[];
    readonly required: number;
    readonly returnsSet: boolean;
    readonly isVoid: boolean;
    readonly columns: readonly { readonly name: string }[] | null;
    readonly relation: string | null;
    readonly isVolatile: boolean;
  }[];
  readonly types: readonly {
    readonly schema: string;
    readonly name: string;
    readonly sql: string;
  }[];
  readonly roles: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** SQL's names of types that are not in pg_type. */
const typeAliases: readonly [string, string][] = [
  ['int', 'integer'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['float', 'double precision'],
  ['char', 'character'],
];

/** The items of the schemas on a path, those of the first schema last: in a map they replace the others. */
const onPath = <T extends { readonly schema: string }>(
  path: readonly string[],
  items: readonly T[],
) => path.toReversed().flatMap((schema) => items.filter((item) => item.schema === schema));

/** Types by name. If several schemas have a type of the same name, the first on the path is used. */
const typesOn = (path: readonly string[], { types }: SchemaReport): Map<string, string> =>
  new Map([
    ...onPath(path, types).map(({ name, sql }): [string, string] => [name.toLowerCase(), sql]),
    ...types.map(({ sql }): [string, string] => [sql, sql]),
    ...typeAliases,
  ]);

/** The computed columns of a relation. Of several functions with one name the first on the path is used. */
const computedColumns = (
  { id }: RelationReport,
  path: readonly string[],
  { rowFunctions }: SchemaReport,
): Map<string, string> =>
  new Map(
    onPath(path, rowFunctions)
      .filter((row) => row.relation === id && row.isSearched)
      .map((row) => [row.name, qualify(row)]),
  );

/** The primary keys of the shown tables of which every column is shown. */
const primaryKeyOf = (seen: readonly TableColumns[], { primaryKeys }: SchemaReport): string[] =>
  primaryKeys.flatMap(({ table, columns }) =>
    seen
      .filter((one) => one.table === table)
      .flatMap((one) => columnNamesIn(one, columns)[0] ?? []),
  );

function exposeFunctions(
  schema: string,
  relations: ReadonlyMap<string, Relation>,
  { functions }: SchemaReport,
): ExposedSchema['functions'] {
  const routines = functions
    .filter((routine) => routine.schema === schema)
    .map(({ name, parameters, required, columns, relation, returnsSet, isVoid, isVolatile }) => ({
      schema,
      name,
      parameters: parameters.map((parameter, index) =>
        Object.assign(parameter, { isRequired: index < required }),
      ),
      returnsSet,
      isVoid,
      columns: columns?.map((column) => column.name) ?? null,
      relation: (relation !== null && relations.get(relation)) || null,
      isVolatile,
    }));
  return Map.groupBy(routines.filter(isCallable), ({ name }) => name);
}

function exposeSchema(
  name: string,
  extraSearchPath: readonly string[],
  report: SchemaReport,
  traced: ReturnType<typeof traceViews>,
): ExposedSchema {
  const path = [name, ...extraSearchPath];
  const isUsualPath = [...new Set(path)].join() === connectionSearchPath.join();
  const byId = new Map<number, Relation>();
  const tables: TableInRelation[] = [];
  for (const found of report.relations.filter(({ schema }) => schema === name)) {
    const { id, columns, ...described } = found;
    const numbers = new Map(columns.map((column) => [column.number, column.name]));
    const seen = tablesIn(id, numbers, traced.get(id));
    const relation: Relation = {
      ...described,
      columns: new Map(columns.map((column) => [column.name, column])),
      computed: computedColumns(found, path, report),
      primaryKey: primaryKeyOf(seen, report),
    };
    tables.push(...seen.map(({ table, names }) => ({ table, names, relation })));
    byId.set(id, relation);
  }
  const relations = new Map([...byId.values()].map((relation) => [relation.name, relation]));
  const computed = report.rowFunctions.flatMap((row) => {
    const from = byId.get(row.relation);
    const to = row.target === null ? undefined : byId.get(row.target);
    return from && to && row.takesRowAlone ? [{ ...row, from, to, sql: qualify(row) }] : [];
  });
  return {
    name,
    relations,
    relationships: buildRelationships(
      Map.groupBy(tables, ({ table }) => table),
      report.foreignKeys,
      computed,
    ),
    functions: exposeFunctions(name, relations, report),
    types: typesOn(['pg_catalog', ...path], report),
    searchPath: isUsualPath ? null : path.map(quote).join(', '),
  };
}

const roles: readonly Role[] = ['anon', 'authenticated', 'service_role'];
/** The timeout of authenticator in database/initial-schema/01-roles-and-schemas.sql. */
const platformTimeout = '8s';

/** Reads the settings of roles. A role without a timeout has the authenticator's if a project changed that. */
function readRoles({ roles: settings }: SchemaReport): SchemaCache['roles'] {
  const { statement_timeout: timeout = platformTimeout } = settings.authenticator ?? {};
  const inherited = timeout === platformTimeout ? {} : { statement_timeout: timeout };
  return new Map(roles.map((role) => [role, { ...inherited, ...settings[role] }]));
}

/**
 * Reads the schema cache, whatever privileges on its objects: PostgreSQL checks them.
 * @throws {ConfigError} naming schemas that do not exist
 */
export async function readSchema(
  sql: Sql,
  { exposed, extraSearchPath }: SchemaNames,
): Promise<SchemaCache> {
  const report = await sql.begin(async (transaction) => {
    await transaction`set transaction read only`;
    await transaction`set local search_path = ''`;
    const [row] = await transaction.unsafe<[{ schema: SchemaReport }]>(statement, [
      [...exposed],
      [...extraSearchPath],
    ]);
    return row.schema;
  });
  for (const [key, names] of Object.entries({
    schemas: exposed,
    extra_search_path: extraSearchPath,
  })) {
    const missing = names.filter((name) => !report.schemas.includes(name));
    if (missing.length > 0) {
      throw new ConfigError(
        `config.toml: api.${key} names ${missing.join(', ')}, and there is no such schema`,
      );
    }
  }
  const traced = traceViews(report.views);
  return {
    schemas: new Map(
      exposed.map((name) => [name, exposeSchema(name, extraSearchPath, report, traced)]),
    ),
    roles: readRoles(report),
  };
}
