import type { Engine } from '../engine.ts';
import { notSingular, tooManyAffected } from '../errors.ts';
import type { RequestQuery } from '../parser/syntax-tree.ts';
import { contentType } from '../request/media-type.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { responseSettings, writeResultRow, type ResultRow } from '../sql/result-row.ts';
import { buildReadTree, relationResource } from '../sql/read-tree.ts';
import { ReadWriter } from '../sql/read.ts';
import { quote, quoteText, type StatementParameters } from '../sql/statement.ts';
import { neededColumns, type WriteContext } from '../sql/write.ts';
import type { BoundStatement } from '../engine.ts';
import { isSingle, type RestRequest } from './rest-request.ts';

const allRows = { offset: 0, limit: null };

/** SQL of the primary key of the only written row, for the header `Location`. */
const locationOf = ({ primaryKey }: Relation): string => {
  const names = primaryKey.map(quoteText).join(', ');
  const filters = primaryKey.map((name) => `'eq.' || ${quote(name)}`).join(', ');
  return `case when count(*) = 1 then (select json_object(array[${names}], array[${filters}]) from "source") end::text as "location"`;
};

export interface Representation {
  readonly request: RestRequest;
  readonly relation: Relation;
  readonly query: RequestQuery;
  readonly extras?: readonly string[];
}

/**
 * Writes a writing statement, and around it the representation that `Prefer: return` asks for.
 *
 * @param write writes the statement with the given columns to return
 */
export function writeRepresentation(
  { request, relation, query, extras = [] }: Representation,
  parameters: StatementParameters,
  write: (context: WriteContext) => string,
): string {
  const isShown = request.preferences.return === 'representation';
  const isLocated = request.preferences.return === 'headers-only' && relation.primaryKey.length > 0;
  const writer = new ReadWriter(parameters, request.schema.types, request.limits);
  if (!isShown) {
    const returning = isLocated ? relation.primaryKey : [];
    const source = write({ relation, parameters, returning });
    const shown = [
      'count(*)::text as "rows"',
      ...(isLocated ? [locationOf(relation)] : []),
      ...extras,
      responseSettings,
    ];
    return `with "source" as (\n${source}\n)\nselect ${shown.join(', ')} from "source"`;
  }

  // The root's conditions apply to the write, not to the representation.
  const conditions = query.conditions.filter(({ path }) => path.length > 0);
  const tree = buildReadTree({
    schema: request.schema,
    resource: relationResource(relation, '"source"'),
    query: { ...query, conditions, limits: [], offsets: [] },
    range: allRows,
    maximumRows: null,
    limits: request.limits,
  });
  const source = write({ relation, parameters, returning: neededColumns(tree, relation) });
  const form = isSingle(request) ? 'object' : 'objects';
  return `with "source" as (\n${source}\n)\n${writeResultRow(writer, tree, { form, extras })}`;
}

/**
 * Runs a writing statement, and rolls it back when it did not write exactly the one requested row, or
 * more rows than allowed.
 * @throws {RestError} PGRST116, PGRST124
 */
export function runWrite(
  engine: Engine,
  request: RestRequest,
  statement: BoundStatement,
): Promise<ResultRow> {
  const { handling, maxAffected } = request.preferences;
  const most = handling === 'strict' ? maxAffected : null;
  if (!isSingle(request) && most === null) {
    return engine.run(request.caller, statement, 'read write');
  }
  return engine.runChecked(request.caller, statement, ({ rows }) => {
    if (isSingle(request) && rows !== 1) throw notSingular(rows);
    if (most !== null && rows > most) throw tooManyAffected(rows);
  });
}

/** The headers that describe the body of a representation. */
export const representationHeaders = (request: RestRequest): Record<string, string> =>
  request.preferences.return === 'representation'
    ? { ...contentType(request.mediaType), ...request.profileHeader }
    : {};
