import { readPayload } from '../request/payload.ts';
import type { Relation } from '../schema/schema-cache.ts';
import type { ResultRow } from '../sql/result-row.ts';
import {
  insertedCount,
  writeDelete,
  writeInsert,
  writeUpdate,
  type Conflict,
} from '../sql/write.ts';
import { openWrite, respondToWrite, runWrite } from './write-request.ts';
import type { Endpoint } from './rest-request.ts';

/** The header `Location` of the only inserted row. */
function locationHeader({ name }: Relation, { location }: ResultRow): Record<string, string> {
  if (location === null) return {};
  const filters: Record<string, string> = JSON.parse(location);
  const search = new URLSearchParams(filters).toString();
  return { Location: `/${encodeURIComponent(name)}?${search}` };
}

/** `POST /{relation}`: inserts rows, or merges them into existing ones. */
export const insert: Endpoint<'/:relation'> = (engine) => async (context) => {
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

/** `PATCH /{relation}`: updates the rows that match the filters. */
export const update: Endpoint<'/:relation'> = (engine) => async (context) => {
  const target = openWrite(context, engine);
  const { request, query } = target;
  const payload = await readPayload(context, query.columns);
  const missing = request.preferences.missing ?? 'null';
  const result = await runWrite(engine, target, {
    key: ['update', missing],
    payload,
    write: (write) => writeUpdate(payload, missing, query, write),
  });
  return respondToWrite(context, request, result, {
    status: result.body === null ? 204 : 200,
    range: [0, result.rows - 1],
    applied: ['missing', 'return', 'count', 'handling', 'maxAffected'],
  });
};

/** `DELETE /{relation}`: deletes the rows that match the filters. */
export const remove: Endpoint<'/:relation'> = (engine) => async (context) => {
  const target = openWrite(context, engine);
  const result = await runWrite(engine, target, {
    key: ['delete'],
    write: (write) => writeDelete(target.query, write),
  });
  return respondToWrite(context, target.request, result, {
    status: result.body === null ? 204 : 200,
    range: [1, 0],
    applied: ['return', 'count', 'handling', 'maxAffected'],
  });
};
