import { rejectWithSettings, respond } from '../response-settings.ts';
import { maxAffectedOnSingle } from '../errors.ts';
import { parseQuery } from '../parser/query.ts';
import { contentType } from '../request/media-type.ts';
import { readArgumentPayload } from '../request/payload.ts';
import { isCounted, preferenceApplied } from '../request/preferences.ts';
import { rangeOutcome, readRange } from '../request/range.ts';
import { findFunction, takesWholeBody } from '../schema/find-function.ts';
import type { Routine } from '../schema/schema-cache.ts';
import { scalarColumn, writeResultRow, type ResultRow, type BodyForm } from '../sql/result-row.ts';
import { writeCall } from '../sql/call.ts';
import { plainColumns, type Resource } from '../sql/read-node.ts';
import { buildReadTree, relationResource } from '../sql/read-tree.ts';
import { ReadWriter } from '../sql/read.ts';
import {
  isSingle,
  mostAffected,
  openRequest,
  runWithin,
  type RestRequest,
  type Endpoint,
} from './rest-request.ts';

const resourceOf = ({ name, relation, columns }: Routine): Resource =>
  relation
    ? relationResource(relation, '"source"')
    : {
        name,
        columns: plainColumns(columns ?? [scalarColumn.replaceAll('"', '')]),
        computed: new Map(),
        rowType: null,
        source: '"source"',
      };

function bodyForm(routine: Routine, request: RestRequest, isHead: boolean): BodyForm {
  if (isHead || routine.isVoid) return 'none';
  const isList = routine.returnsSet && !isSingle(request);
  if (routine.columns === null) return isList ? 'scalars' : 'scalar';
  return isList ? 'objects' : 'object';
}

/** `POST`, `GET` and `HEAD /rpc/{function}`: calls a function with arguments by name. */
export const call: Endpoint<'/rpc/:function'> = (engine) => async (context) => {
  const request = openRequest(context, engine);
  const { schema, preferences, limits } = request;
  const { method } = context.req;
  const query = parseQuery(request.search, method !== 'POST');
  // The arguments of GET and HEAD are in the query string.
  const payload = method === 'POST' ? await readArgumentPayload(context, query.columns) : null;
  const names = payload?.keys ?? [...query.arguments.keys()];
  const routine = findFunction(
    schema,
    context.req.param('function'),
    names,
    payload?.kind ?? 'read',
  );
  const range = readRange(query, method === 'GET' ? context.req.header('range') : undefined);
  const form = bodyForm(routine, request, method === 'HEAD');
  const isTotalCounted = isCounted(preferences);

  const statement = engine.statement(
    [
      'call',
      schema.name,
      routine.name,
      routine.parameters.map(({ type }) => type),
      takesWholeBody(routine) ? null : names,
      payload?.isObject ?? null,
      form,
      isTotalCounted,
      range.limit,
      range.offset > 0,
      query.shape,
    ],
    { values: query.values, offset: range.offset, body: payload?.text },
    (parameters) => {
      const resource = resourceOf(routine);
      const { maximumRows } = engine;
      const tree = buildReadTree({ schema, resource, query, range, maximumRows, limits });
      const source = writeCall(routine, query, payload, parameters);
      const writer = new ReadWriter(parameters, schema.types, limits);
      return `with "source" as (\n${source}\n)\n${writeResultRow(writer, tree, { form, isTotalCounted })}`;
    },
  );
  if (mostAffected(request) !== null && !routine.returnsSet) throw maxAffectedOnSingle();
  const access = method === 'POST' && routine.isVolatile ? 'read write' : 'read only';
  const countRows = ({ rows }: ResultRow) => (routine.returnsSet ? rows : 1);
  const result = await runWithin(engine, request, statement, access, countRows);

  const { status, headers } = rejectWithSettings(result, () =>
    rangeOutcome(range.offset, countRows(result), result.total),
  );
  return respond(context, result, {
    body: result.body,
    status: routine.isVoid ? 204 : status,
    headers: {
      ...(!routine.isVoid && { ...contentType(request.mediaType), ...request.profileHeader }),
      ...headers,
      ...preferenceApplied(preferences, ['count', 'handling', 'maxAffected']),
    },
  });
};
