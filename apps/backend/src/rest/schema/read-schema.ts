import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../../database/sql.ts';
import { relate, type ForeignKey } from './relate.ts';
import type {
  Column,
  ExposedSchema,
  Parameter,
  Relation,
  SchemaCache,
  WriteCommand,
} from './schema-cache.ts';

const statement = await readFile(join(import.meta.dirname, 'read-schema.sql'), 'utf8');

/** What read-schema.sql answers. */
interface SchemaReport {
  readonly relations: readonly {
    readonly schema: string;
    readonly name: string;
    readonly columns: readonly Column[];
    readonly primaryKey: readonly string[];
    readonly accepts: readonly WriteCommand[];
  }[];
  readonly foreignKeys: readonly (ForeignKey & { readonly schema: string })[];
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
  readonly types: readonly { readonly name: string; readonly sql: string }[];
}

/** Names that SQL has for types besides those in pg_type. */
const typeAliases: readonly [string, string][] = [
  ['int', 'integer'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['float', 'double precision'],
  ['char', 'character'],
];

const groupByName = <T extends { readonly name: string }>(items: readonly T[]): Map<string, T[]> =>
  Map.groupBy(items, ({ name }) => name);

function exposeSchema(name: string, report: SchemaReport): ExposedSchema {
  const here = ({ schema }: { readonly schema: string }) => schema === name;
  const relations = new Map<string, Relation>(
    report.relations.filter(here).map((relation) => [
      relation.name,
      {
        ...relation,
        columns: new Map(relation.columns.map((column) => [column.name, column])),
      },
    ]),
  );
  const functions = report.functions
    .filter(here)
    .map(
      ({
        schema,
        name,
        parameters,
        required,
        returnsSet,
        isVoid,
        columns,
        relation,
        isVolatile,
      }) => ({
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
      }),
    );
  return {
    name,
    relations,
    relationships: relate(relations, report.foreignKeys.filter(here)),
    functions: groupByName(functions),
  };
}

/** Reads what the schemas hold, whoever may use it: rights are PostgreSQL's to check. */
export async function readSchema(sql: Sql, schemas: readonly string[]): Promise<SchemaCache> {
  const report = await sql.begin(async (transaction) => {
    await transaction`set transaction read only`;
    await transaction`set local search_path = ''`;
    const [row] = await transaction.unsafe<[{ schema: SchemaReport }]>(statement, [[...schemas]]);
    return row.schema;
  });
  return {
    schemas: new Map(schemas.map((name) => [name, exposeSchema(name, report)])),
    types: new Map([
      ...report.types.map(({ name, sql }): [string, string] => [name.toLowerCase(), sql]),
      ...report.types.map(({ sql }): [string, string] => [sql, sql]),
      ...typeAliases,
    ]),
  };
}
