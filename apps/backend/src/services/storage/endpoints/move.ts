import { errors } from '../errors.ts';
import { lockAddress } from '../objects/write-object.ts';
import type { Endpoint } from '../storage-context.ts';
import { readSourceAndDestination } from './source-and-destination.ts';

const moveText = `update storage.objects
  set bucket_id = $3, name = $4, owner = coalesce($5::text::uuid, owner),
    owner_id = coalesce($5::text, owner_id)
  where bucket_id = $1 and name = $2
  returning id`;

/**
 * POST /object/move: changes an object's key, and optionally its bucket. The caller must be allowed to
 * read the object, and to change it at both addresses. Only the row changes, since files are named by
 * the object's id.
 */
export const move: Endpoint = (storage) => async (context) => {
  const { source, destination } = await readSourceAndDestination(context);
  const caller = context.get('caller');
  const owner = caller.claims?.sub ?? null;
  const values = [source.bucket, source.key, destination.bucket, destination.key, owner];
  const isMoved = await storage.database.transactionAs(caller, async (sql) => {
    await lockAddress(sql, destination);
    const rows = await sql.unsafe<{ id: string }[]>(moveText, values, { prepare: true });
    return rows.length > 0;
  });
  if (!isMoved) throw errors.noSuchKey();
  return context.json({ message: 'Successfully moved' });
};
