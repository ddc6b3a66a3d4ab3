import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { GatewayEnv } from '../../../http/service.ts';
import type { Engine, PlanKey } from '../engine.ts';
import type { RequestQuery } from '../parser/syntax-tree.ts';
import { parseQuery } from '../parser/query.ts';
import { contentType } from '../request/media-type.ts';
import type { Payload } from '../request/payload.ts';
import { isCounted, preferenceApplied, type PreferenceName } from '../request/preferences.ts';
import { contentRange } from '../request/range.ts';
import { respond } from '../response-settings.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { responseSettings, writeResultRow, type ResultRow } from '../sql/result-row.ts';
import { buildReadTree, relationResource } from '../sql/read-tree.ts';
import { ReadWriter } from '../sql/read.ts';
import { quote, quoteText, type StatementParameters } from '../sql/statement.ts';
import { neededColumns, type WriteContext } from '../sql/write.ts';
import { isSingle, openRequest, runWithin, type RestRequest } from './rest-request.ts';

/** A request that writes rows of a relation. */
export interface WriteRequest {
  readonly request: RestRequest;
  readonly relation: Relation;
  readonly query: RequestQuery;
}

/** The write of a request. */
interface Write {
  /** The values that the statement depends on besides the relation, the query and the payload's columns. */
  readonly key: PlanKey;
  readonly payload?: Payload;
  /** Columns of the result besides those of every write, as SQL. */
  readonly extras?: readonly string[];
  /** Writes the statement with the given columns to return. */
  readonly write: (context: WriteContext) => string;
}

interface WriteResponse {
  readonly status: StatusCode;
  /** The first and the last row of `Content-Range`. */
  readonly range: readonly [first: number, last: number];
  readonly headers?: Record<string, string>;
  /** The preferences that apply to the request. */
  readonly applied: readonly PreferenceName[];
}

/** @throws {RestError} PGRST205, and those of `openRequest` and `parseQuery` */
export function openWrite(
  context: Context<GatewayEnv, '/:relation'>,
  engine: Engine,
): WriteRequest {
  const request = openRequest(context, engine);
  const relation = engine.relation(request.schema, context.req.param('relation'));
  return { request, relation, query: parseQuery(request.search) };
}

/** SQL of the primary key of the only written row, for the header `Location`. */
const locationOf = ({ primaryKey }: Relation): string => {
  const names = primaryKey.map(quoteText).join(', ');
  const filters = primaryKey.map((name) => `'eq.' || ${quote(name)}`).join(', ');
  return `case when count(*) = 1 then (select json_object(array[${names}], array[${filters}]) from "source") end::text as "location"`;
};

/** Writes a writing statement, and around it the representation that `Prefer: return` asks for. */
function writeRepresentation(
  { request, relation, query }: WriteRequest,
  { extras = [], write }: Write,
  parameters: StatementParameters,
): string {
  const { schema, limits, preferences } = request;
  if (preferences.return !== 'representation') {
    const isLocated = preferences.return === 'headers-only' && relation.primaryKey.length > 0;
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
    schema,
    resource: relationResource(relation, '"source"'),
    query: { ...query, conditions, limits: [], offsets: [] },
    range: { offset: 0, limit: null },
    maximumRows: null,
    limits,
  });
  const source = write({ relation, parameters, returning: neededColumns(tree, relation) });
  const writer = new ReadWriter(parameters, schema.types, limits);
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
  target: WriteRequest,
  described: Write,
): Promise<ResultRow> {
  const { request, relation, query } = target;
  const { key, payload } = described;
  const statement = engine.statement(
    [
      ...key,
      request.schema.name,
      relation.name,
      request.mediaType,
      request.preferences.return,
      payload?.isObject ?? null,
      payload?.keys ?? null,
      query.shape,
    ],
    { values: query.values, body: payload?.text, offset: 0 },
    (parameters) => writeRepresentation(target, described, parameters),
  );
  return runWithin(engine, request, statement, 'read write');
}

/** Responds to a write with the representation of its rows, where it was requested. */
export function respondToWrite(
  context: Context<GatewayEnv>,
  { mediaType, preferences, profileHeader }: RestRequest,
  result: ResultRow,
  { status, range: [first, last], headers, applied }: WriteResponse,
): Response {
  const isShown = preferences.return === 'representation';
  return respond(context, result, {
    body: result.body,
    status,
    headers: {
      ...(isShown && { ...contentType(mediaType), ...profileHeader }),
      ...headers,
      ...contentRange(first, last, isCounted(preferences) ? result.rows : null),
      ...preferenceApplied(preferences, applied),
    },
  });
}
