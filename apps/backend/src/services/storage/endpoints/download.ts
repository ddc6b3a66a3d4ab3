import type { GatewayContext } from '../../../http/service.ts';
import { findBucket } from '../buckets/bucket.ts';
import { addressOf } from '../objects/object-address.ts';
import { respondWithObject } from '../objects/object-response.ts';
import { findObject, findObjectAs } from '../objects/object-row.ts';
import type { StorageContext } from '../storage-context.ts';

/**
 * GET and HEAD /object/{bucket}/{key} and /object/authenticated/{bucket}/{key}:
 * sends an object that the caller's policies allow it to read, or any object of a public bucket.
 */
export const download =
  ({ database, store }: StorageContext) =>
  async (context: GatewayContext) => {
    const address = addressOf(context);
    const caller = context.get('caller');
    const [bucket, visible] = await Promise.all([
      findBucket(database.admin, address.bucket),
      findObjectAs(database, caller, address),
    ]);
    if (bucket.isPublic) {
      const find = () => findObject(database.admin, address);
      return respondWithObject(context, store, find, { audience: 'public' });
    }
    let known = visible;
    const find = async () => {
      const found = known ?? (await findObjectAs(database, caller, address));
      known = null;
      return found;
    };
    return respondWithObject(context, store, find, { audience: 'private' });
  };
