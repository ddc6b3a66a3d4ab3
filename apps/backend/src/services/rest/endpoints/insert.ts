import type { Handler } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import { respond } from '../response-settings.ts';
import type { Engine } from '../engine.ts';
import { parseQuery } from '../parser/query.ts';
import { readPayload } from '../request/payload.ts';
import { isCounted, preferenceApplied } from '../request/preferences.ts';
import { contentRange } from '../request/range.ts';
import type { Relation } from '../schema/schema-cache.ts';
import type { ResultRow } from '../sql/result-row.ts';
import { insertedCount, writeInsert, type Conflict } from '../sql/write.ts';
import { representationHeaders, runWrite, writeRepresentation } from './representation.ts';
import { openRequest } from './rest-request.ts';

/** The header `Location` of the only inserted row. */
function locationHeader({ name }: Relation, { location }: ResultRow): Record<string, string> {
  if (location === null) return {};
  const filters: Record<string, string> = JSON.parse(location);
  const search = new URLSearchParams(filters).toString();
  return { Location: `/${encodeURIComponent(name)}?${search}` };
}

/** `POST /{relation}`: inserts rows, or merges them into existing ones. */
export const insert =
  (engine: Engine): Handler<GatewayEnv, '/:relation'> =>
  async (context) => {
    const request = openRequest(context, engine);
    const { schema, preferences } = request;
    const relation = engine.relation(schema, context.req.param('relation'));
    const query = parseQuery(request.search);
    const payload = await readPayload(context, query.columns);
    const conflictColumns = query.onConflict ?? relation.primaryKey;
    const { resolution } = preferences;
    const conflict: Conflict | null =
      resolution && conflictColumns.length > 0 ? { resolution, columns: conflictColumns } : null;
    const isMerged = conflict?.resolution === 'merge-duplicates';
    const missing = preferences.missing ?? 'null';

    const statement = engine.statement(
      [
        'insert',
        schema.name,
        relation.name,
        request.mediaType,
        preferences.return,
        resolution,
        missing,
        payload.isObject,
        payload.keys.map((key) => JSON.stringify(key)).join(),
        query.shape,
      ],
      { values: query.values, body: payload.text, offset: 0 },
      (parameters) => {
        const extras = isMerged ? [`(${insertedCount('null')})::text as "inserted"`] : [];
        return writeRepresentation({ request, relation, query, extras }, parameters, (write) =>
          writeInsert(payload, { missing, conflict }, write),
        );
      },
    );
    const result = await runWrite(engine, request, statement);

    const isNothingNew = isMerged && (result.inserted ?? 0) <= 0;
    const total = isCounted(preferences) ? result.rows : null;
    const applied = preferenceApplied(preferences, [
      ...(conflictColumns.length > 0 ? (['resolution'] as const) : []),
      ...(['missing', 'return', 'count', 'handling'] as const),
    ]);
    return respond(context, result, {
      body: result.body,
      status: isNothingNew ? 200 : 201,
      headers: {
        ...representationHeaders(request),
        ...locationHeader(relation, result),
        ...contentRange(1, 0, total),
        ...applied,
      },
    });
  };
