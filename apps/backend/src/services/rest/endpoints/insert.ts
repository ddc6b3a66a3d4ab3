import type { Handler } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import type { Engine } from '../engine.ts';
import { readPayload } from '../request/payload.ts';
import type { Relation } from '../schema/schema-cache.ts';
import type { ResultRow } from '../sql/result-row.ts';
import { insertedCount, writeInsert, type Conflict } from '../sql/write.ts';
import { openWrite, respondToWrite, runWrite } from './write-request.ts';

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
    const target = openWrite(context, engine);
    const { request, relation, query } = target;
    const payload = await readPayload(context, query.columns);
    const columns = query.onConflict ?? relation.primaryKey;
    const { resolution } = request.preferences;
    const conflict: Conflict | null =
      resolution && columns.length > 0 ? { resolution, columns } : null;
    const isMerged = conflict?.resolution === 'merge-duplicates';
    const missing = request.preferences.missing ?? 'null';
    const result = await runWrite(engine, target, {
      key: ['insert', resolution, missing],
      payload,
      extras: isMerged ? [`(${insertedCount('null')})::text as "inserted"`] : [],
      write: (write) => writeInsert(payload, { missing, conflict }, write),
    });
    const isNothingNew = isMerged && (result.inserted ?? 0) <= 0;
    return respondToWrite(context, request, result, {
      status: isNothingNew ? 200 : 201,
      range: [1, 0],
      headers: locationHeader(relation, result),
      applied: [
        ...(columns.length > 0 ? (['resolution'] as const) : []),
        ...(['missing', 'return', 'count', 'handling'] as const),
      ],
    });
  };
