import { addressOf } from '../objects/object-address.ts';
import { uploadObject } from '../uploads/upload-object.ts';
import type { Endpoint } from '../storage-context.ts';
import { identifiedClient } from '../../../identity/caller.ts';
import { readClient } from '../../../http/identify-caller.ts';
import { errors } from '../errors.ts';
import { callerOf } from '../signed-urls/url-signer.ts';

/**
 * POST and PUT /object/{bucket}/{key}: stores the body, a form with a file or the bare bytes. POST
 * rejects an existing key unless the header `x-upsert` is `true`; PUT replaces the object.
 */
export const upload: Endpoint = (storage) => async (context) => {
  const address = addressOf(context);
  const upsert = context.req.method === 'PUT' || context.req.header('x-upsert') === 'true';
  const id = await uploadObject(storage, context, {
    address,
    caller: context.get('caller'),
    upsert,
  });
  return context.json({ Id: id, Key: `${address.bucket}/${address.key}` });
};

/**
 * PUT /object/upload/sign/{bucket}/{key}?token=…: stores the body at the token's address, on behalf of
 * the caller that requested the URL, so that its policies apply; on Supabase they do not.
 * @throws {RequestError} 401 when that caller's session has ended
 */
export const uploadSigned: Endpoint = (storage) => async (context) => {
  const address = addressOf(context);
  const token = context.req.query('token');
  if (!token) throw errors.invalidRequest("querystring must have required property 'token'");
  const grant = await storage.signer.verifyUpload(token, address);
  const { role, session } = grant;
  const client = identifiedClient(readClient(context), role, session?.sub ?? null);
  const caller = callerOf(grant, context, client);
  if (caller.claims) await storage.requireSession(caller.claims);
  await uploadObject(storage, context, { address, caller, upsert: grant.upsert });
  return context.json({ Key: `${address.bucket}/${address.key}` });
};
