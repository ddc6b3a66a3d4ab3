import { identifiedClient, type Caller } from '../../../identity/caller.ts';
import { readClient } from '../../../http/identify-caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { addressOf } from '../objects/object-address.ts';
import { uploadObject } from '../uploads/upload-object.ts';
import type { StorageContext } from '../storage-context.ts';
import type { UploadGrant } from '../signed-urls/url-signer.ts';

/** The part of the caller that requested the URL that policies can read. */
const callerOf = (context: GatewayContext, grant: UploadGrant): Caller => {
  const { role, session } = grant;
  return {
    role,
    claims: session && { ...session, role, exp: 0 },
    client: identifiedClient(readClient(context), role, session?.sub ?? null),
    request: { method: context.req.method, path: context.req.path, headers: {} },
  };
};

/**
 * PUT /object/upload/sign/{bucket}/{key}?token=…: stores the body at the token's address, on behalf of
 * the caller that requested the URL, so that its policies apply; on Supabase they do not.
 * @throws {RequestError} 401 when that caller's session has ended
 */
export const uploadSigned = (storage: StorageContext) => async (context: GatewayContext) => {
  const address = addressOf(context);
  const token = context.req.query('token');
  if (!token) throw errors.invalidRequest("querystring must have required property 'token'");
  const grant = await storage.signer.verifyUpload(token, address);
  const caller = callerOf(context, grant);
  if (caller.claims) await storage.requireSession(caller.claims);
  await uploadObject(storage, context, { address, caller, upsert: grant.upsert });
  return context.json({ Key: `${address.bucket}/${address.key}` });
};
