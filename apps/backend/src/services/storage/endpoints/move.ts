import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { queueFor } from '../objects/write-object.ts';
import type { StorageContext } from '../storage-context.ts';
import { readSourceAndDestination } from './source-and-destination.ts';

const moveText = `update storage.objects
  set bucket_id = $3, name = $4, owner = coalesce($5::text::uuid, owner),
    owner_id = coalesce($5::text, owner_id)
  where bucket_id = $1 and name = $2
  returning id`;

/**
 * POST /object/move: gives an object another key, perhaps in another bucket. The
 * caller must be allowed to read, and to change it at both ends. Bytes go by the
 * object's id, so that nothing moves but the row.
 */
export const move =
  ({ database }: StorageContext) =>
  async (context: GatewayContext) => {
    const { source, destination } = await readSourceAndDestination(context);
    const caller = context.get('caller');
    const values = [
      source.bucket,
      source.key,
      destination.bucket,
      destination.key,
      caller.claims?.sub ?? null,
    ];
    const isMoved = await database.transactionAs(caller, async (sql) => {
      await queueFor(sql, destination);
      const rows = await sql.unsafe<{ id: string }[]>(moveText, values, { prepare: true });
      return rows.length > 0;
    });
    if (!isMoved) throw errors.noSuchKey();
    return context.json({ message: 'Successfully moved' });
  };
