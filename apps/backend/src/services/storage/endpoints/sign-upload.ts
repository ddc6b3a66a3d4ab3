import { findBucket } from '../buckets/bucket.ts';
import { addressOf } from '../objects/object-address.ts';
import { checkWrite } from '../objects/write-object.ts';
import type { Endpoint } from '../storage-context.ts';

/** The lifetime of a signed upload URL, seconds, as on hosted Supabase. */
const expiresIn = 2 * 60 * 60;

/**
 * POST /object/upload/sign/{bucket}/{key}: returns a URL for uploading an object that the caller may
 * write, valid until the caller's session ends. With the header `x-upsert: true` it may replace an object.
 */
export const signUpload: Endpoint = (storage) => async (context) => {
  const { database, signer } = storage;
  const address = addressOf(context);
  const caller = context.get('caller');
  const upsert = context.req.header('x-upsert') === 'true';
  await findBucket(database.admin, address.bucket);
  await checkWrite(database, caller, {
    address,
    upsert,
    version: crypto.randomUUID(),
    metadata: {},
    userMetadata: null,
  });
  const { role, claims } = caller;
  const session = claims && {
    sub: claims.sub,
    session_id: claims.session_id,
    aal: claims.aal,
  };
  const grant = { upsert, role, session };
  const token = await signer.signUpload(address, grant, expiresIn);
  const { bucket, key } = address;
  return context.json({ url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token });
};
