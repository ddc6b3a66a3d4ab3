import type { GatewayContext } from '../../../http/service.ts';
import { addressOf } from '../objects/object-address.ts';
import { uploadObject } from '../uploads/upload-object.ts';
import type { StorageContext } from '../storage-context.ts';

/**
 * POST and PUT /object/{bucket}/{key}: stores the body, a form with a file or the bare bytes. POST
 * rejects an existing key unless the header `x-upsert` is `true`; PUT replaces the object.
 */
export const upload = (storage: StorageContext) => async (context: GatewayContext) => {
  const address = addressOf(context);
  const upsert = context.req.method === 'PUT' || context.req.header('x-upsert') === 'true';
  const id = await uploadObject(storage, context, {
    address,
    caller: context.get('caller'),
    upsert,
  });
  return context.json({ Id: id, Key: `${address.bucket}/${address.key}` });
};
