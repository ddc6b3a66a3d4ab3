import type { GatewayContext } from '../../../http/service.ts';
import { findBucket } from '../bucket.ts';
import { errors } from '../errors.ts';
import { addressOf } from '../object-address.ts';
import { respondWithObject } from '../object-response.ts';
import { findObject } from '../object-row.ts';
import type { StorageParts } from '../service-parts.ts';

/** GET and HEAD /object/public/{bucket}/{key}: any object of a public bucket, for anyone. */
export const downloadPublic =
  ({ database: { admin }, store }: StorageParts) =>
  async (context: GatewayContext) => {
    const address = addressOf(context);
    const bucket = await findBucket(admin, address.bucket);
    // That a private bucket exists is nobody's business.
    if (!bucket.isPublic) throw errors.noSuchBucket();
    const find = () => findObject(admin, address);
    return respondWithObject(context, store, find, { audience: 'public' });
  };
