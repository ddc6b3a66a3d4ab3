import { rejectWithSettings, respond } from '../response-settings.ts';
import { notSingular } from '../errors.ts';
import { parseQuery } from '../parser/query.ts';
import { contentLocation } from '../request/content-location.ts';
import { contentType } from '../request/media-type.ts';
import { preferenceApplied } from '../request/preferences.ts';
import { rangeOutcome, readRange } from '../request/range.ts';
import { writeResultRow } from '../sql/result-row.ts';
import { buildReadTree, relationResource } from '../sql/read-tree.ts';
import { ReadWriter } from '../sql/read.ts';
import { isSingle, openRequest, type Endpoint } from './rest-request.ts';

/** `GET` and `HEAD /{relation}`: rows with embedded resources. */
export const read: Endpoint<'/:relation'> = (engine) => async (context) => {
  const request = openRequest(context, engine);
  const { caller, schema, preferences, limits } = request;
  const relation = engine.relation(schema, context.req.param('relation'));
  const query = parseQuery(request.search);
  const isHead = context.req.method === 'HEAD';
  const range = readRange(query, isHead ? undefined : context.req.header('range'));
  const form = isHead ? 'none' : isSingle(request) ? 'object' : 'objects';
  const key = [schema.name, relation.name, range.limit, range.offset > 0, query.shape];
  const input = { values: query.values, offset: range.offset };
  // The planner's estimates, which PostgREST returns for `planned` and for large `estimated` counts, do not
  // apply policies: they would say how many rows of others there are. An exact count is an estimate, too.
  const isTotalCounted = preferences.count !== null;
  const statement = engine.statement(
    ['read', form, isTotalCounted, ...key],
    input,
    (parameters) => {
      const tree = buildReadTree({
        schema,
        resource: relationResource(relation),
        query,
        range,
        maximumRows: engine.maximumRows,
        limits,
      });
      const writer = new ReadWriter(parameters, schema.types, limits);
      return writeResultRow(writer, tree, { form, isTotalCounted });
    },
  );
  const result = await engine.run(caller, statement, 'read only');

  if (isSingle(request) && result.rows !== 1) throw notSingular(result.rows);
  const { status, headers } = rejectWithSettings(result, () =>
    rangeOutcome(range.offset, result.rows, result.total),
  );
  return respond(context, result, {
    body: result.body,
    status,
    headers: {
      ...contentType(request.mediaType),
      ...contentLocation(relation.name, request.search),
      ...headers,
      ...request.profileHeader,
      ...preferenceApplied(preferences, ['count', 'handling']),
    },
  });
};
