import { findBucket } from '../buckets/bucket.ts';
import { addressOf } from '../objects/object-address.ts';
import { respondWithObject } from '../objects/object-response.ts';
import { findObject, findObjectAs } from '../objects/object-row.ts';
import type { Endpoint } from '../storage-context.ts';
import { errors } from '../errors.ts';
import { readClient } from '../../../http/identify-caller.ts';
import { callerOf } from '../signed-urls/url-signer.ts';

/**
 * GET and HEAD /object/{bucket}/{key} and /object/authenticated/{bucket}/{key}:
 * sends an object that the caller's policies allow it to read, or any object of a public bucket.
 */
export const download: Endpoint = (storage) => async (context) => {
  const { database, store } = storage;
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

/** GET and HEAD /object/public/{bucket}/{key}: sends any object of a public bucket to anyone. */
export const downloadPublic: Endpoint = (storage) => async (context) => {
  const { database, store } = storage;
  const address = addressOf(context);
  const bucket = await findBucket(database.admin, address.bucket);
  // The existence of a private bucket is not revealed.
  if (!bucket.isPublic) throw errors.noSuchBucket();
  const find = () => findObject(database.admin, address);
  return respondWithObject(context, store, find, { audience: 'public' });
};

/**
 * How long a browser may show a signed object without a request, s. So long, at most, the URL works after
 * the signer has lost its access.
 */
const signedMaximumAge = 5;

/**
 * GET and HEAD /object/sign/{bucket}/{key}?token=…: sends the object and version that the token was signed
 * for, if the signer may still read it.
 * @throws {RequestError} 401 when the signer's session has ended
 */
export const downloadSigned: Endpoint = (storage) => async (context) => {
  const { database, store, signer } = storage;
  const address = addressOf(context);
  const token = context.req.query('token');
  if (!token) throw errors.invalidRequest("querystring must have required property 'token'");
  const grant = await signer.verify(token, address);
  // The URL may be anyone's by now, so the request counts as its own client and not as the signer.
  const caller = callerOf(grant, context, readClient(context));
  if (caller.claims) await storage.requireSession(caller.claims);
  const find = async () => {
    const object = await findObjectAs(database, caller, address);
    return object?.version === grant.version ? object : null;
  };
  const policy = { audience: 'private', maximumAge: signedMaximumAge } as const;
  return respondWithObject(context, store, find, policy);
};
