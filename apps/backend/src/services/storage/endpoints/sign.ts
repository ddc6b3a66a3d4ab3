import { z } from 'zod';
import type { Caller } from '../../../identity/caller.ts';
import { errors } from '../errors.ts';
import { readJson } from './json-body.ts';
import { addressOf, bucketOf, isValidKey } from '../objects/object-address.ts';
import { findObjectAs, readAs } from '../objects/object-row.ts';
import { signerOf } from '../signed-urls/url-signer.ts';
import type { Endpoint } from '../storage-context.ts';
import { findBucket } from '../buckets/bucket.ts';
import { checkWrite } from '../objects/write-object.ts';

/** The end of the year 9999, s since 1970: the last date that every reader of a token can represent. */
const lastSecond = 253_402_300_799;

/** The lifetime of a signed URL, seconds. */
const expiresInSchema = z
  .number()
  .int()
  .min(1)
  .refine((seconds) => Date.now() / 1000 + seconds <= lastSecond, 'must end before the year 10000');

/** Longest lifetime of a signed URL for reading, s: as long as the app lets an avatar's URL live. */
const longestLifetime = 3600;

/**
 * Limits the lifetime of a signed URL for reading. The secret key has no limit.
 * @throws {StorageError} InvalidParameter
 */
function checkExpiresIn({ role }: Caller, expiresIn: number): void {
  if (role === 'service_role' || expiresIn <= longestLifetime) return;
  throw errors.invalidParameter(
    `Invalid Parameter expiresIn: a signed URL lives ${longestLifetime} seconds at most here`,
  );
}

const signSchema = z.object({ expiresIn: expiresInSchema, transform: z.unknown().optional() });

/** POST /object/sign/{bucket}/{key}: returns a URL for an object that the caller may read. */
export const sign: Endpoint = (storage) => async (context) => {
  const { database, signer } = storage;
  const address = addressOf(context);
  const { expiresIn, transform } = await readJson(context, signSchema);
  if (transform !== undefined) throw errors.notSupported('Image transformation');
  const caller = context.get('caller');
  checkExpiresIn(caller, expiresIn);
  const object = await findObjectAs(database, caller, address);
  if (!object) throw errors.noSuchKey();
  const signedURL = await signer.sign(address, object.version, signerOf(caller), expiresIn);
  return context.json({ signedURL });
};

/** How many paths one request may sign. */
const maximumPaths = 1000;

const signManySchema = z.object({
  expiresIn: expiresInSchema,
  paths: z.array(z.string()).min(1).max(maximumPaths),
});

const findText = `select name, version from storage.objects
  where bucket_id = $1
    and name = any(array(select jsonb_array_elements_text($2::text::jsonb)))
    and version is not null and metadata ? 'eTag'`;

const unavailable = 'Either the object does not exist or you do not have access to it';

/**
 * POST /object/sign/{bucket}: returns a URL for each path that the caller may read, and an error for
 * each of the others, with a single database query.
 */
export const signMany: Endpoint = (storage) => async (context) => {
  const { database, signer } = storage;
  const bucket = bucketOf(context);
  const { expiresIn, paths } = await readJson(context, signManySchema);
  const caller = context.get('caller');
  checkExpiresIn(caller, expiresIn);
  const keys = JSON.stringify(paths.filter(isValidKey));
  const rows = await readAs(database, caller, findText, [bucket, keys]);
  const versions = new Map(rows.map(({ name, version }) => [name, version]));
  const by = signerOf(caller);
  const results = paths.map(async (path) => {
    const version = versions.get(path);
    if (!version) return { error: unavailable, path, signedURL: null };
    const signedURL = await signer.sign({ bucket, key: path }, version, by, expiresIn);
    return { error: null, path, signedURL };
  });
  return context.json(await Promise.all(results));
};

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
  const grant = { upsert, ...signerOf(caller) };
  const token = await signer.signUpload(address, grant, expiresIn);
  const { bucket, key } = address;
  return context.json({ url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token });
};
