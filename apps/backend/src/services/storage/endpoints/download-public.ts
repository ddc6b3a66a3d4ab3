import type { GatewayContext } from '../../../http/service.ts';
import { findBucket } from '../buckets/bucket.ts';
import { errors } from '../errors.ts';
import { addressOf } from '../objects/object-address.ts';
import { respondWithObject } from '../objects/object-response.ts';
import { findObject } from '../objects/object-row.ts';
import type { StorageContext } from '../storage-context.ts';

/** GET and HEAD /object/public/{bucket}/{key}: sends any object of a public bucket to anyone. */
export const downloadPublic =
  ({ database: { admin }, store }: StorageContext) =>
  async (context: GatewayContext) => {
    const address = addressOf(context);
    const bucket = await findBucket(admin, address.bucket);
    // The existence of a private bucket is not revealed.
    if (!bucket.isPublic) throw errors.noSuchBucket();
    const find = () => findObject(admin, address);
    return respondWithObject(context, store, find, { audience: 'public' });
  };
