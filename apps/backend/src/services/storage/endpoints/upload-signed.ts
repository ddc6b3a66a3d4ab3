import { identifiedClient, type Caller } from '../../../identity/caller.ts';
import { readClient } from '../../../http/identify-caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { addressOf } from '../objects/object-address.ts';
import { uploadObject } from '../uploads/upload-object.ts';
import type { StorageContext } from '../storage-context.ts';
import type { UploadGrant } from '../signed-urls/url-signer.ts';

/** The one who had the URL signed, as far as policies may want to know. */
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
 * PUT /object/upload/sign/{bucket}/{key}?token=…: stores the body where the token
 * says. The write is the signer's, so that policies have the last word; on
 * Supabase it passes them.
 * @throws {RequestError} 401 when the signer's session has ended
 */
export const uploadSigned = (parts: StorageContext) => async (context: GatewayContext) => {
  const address = addressOf(context);
  const token = context.req.query('token');
  if (!token) throw errors.invalidRequest("querystring must have required property 'token'");
  const grant = await parts.signer.verifyUpload(token, address);
  const caller = callerOf(context, grant);
  if (caller.claims) await parts.requireSession(caller.claims);
  await uploadObject(parts, context, { address, caller, upsert: grant.upsert });
  return context.json({ Key: `${address.bucket}/${address.key}` });
};
