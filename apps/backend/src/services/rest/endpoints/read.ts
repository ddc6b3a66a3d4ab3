import { rejectWithSettings, respond } from '../response-settings.ts';
import { notSingular } from '../errors.ts';
import { parseQuery } from '../parser/query.ts';
import { contentLocation } from '../request/content-location.ts';
import { contentType } from '../request/media-type.ts';
import { isCounted, preferenceApplied } from '../request/preferences.ts';
import { rangeOutcome, readRange } from '../request/range.ts';
import { writeResultRow, writeEstimate } from '../sql/result-row.ts';
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
  const { count } = preferences;
  // One more than the maximum of a response, which shows whether an estimate is needed.
  const countAtMost = count === 'estimated' ? engine.maximumRows + 1 : null;

  const key = [schema.name, relation.name, range.limit, range.offset > 0, query.shape];
  const input = { values: query.values, offset: range.offset };
  const build = () =>
    buildReadTree({
      schema,
      resource: relationResource(relation),
      query,
      range,
      maximumRows: engine.maximumRows,
      limits,
    });

  const statement = engine.statement(['read', form, count, ...key], input, (parameters) =>
    writeResultRow(new ReadWriter(parameters, schema.types, limits), build(), {
      form,
      isTotalCounted: isCounted(preferences),
      countAtMost,
    }),
  );
  const result = await engine.run(caller, statement, 'read only');
  const estimate = () =>
    engine.estimate(
      caller,
      engine.statement(['estimate', ...key], input, (parameters) =>
        writeEstimate(new ReadWriter(parameters, schema.types, limits), build()),
      ),
    );
  // The planner's estimate is used for `planned`, and for `estimated` if not all rows were counted.
  const isEstimated =
    count === 'planned' || (count === 'estimated' && (result.total ?? 0) > engine.maximumRows);
  const total = isEstimated ? Math.max(result.total ?? 0, await estimate()) : result.total;

  if (isSingle(request) && result.rows !== 1) throw notSingular(result.rows);
  const { status, headers } = rejectWithSettings(result, () =>
    rangeOutcome(range.offset, result.rows, total),
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
