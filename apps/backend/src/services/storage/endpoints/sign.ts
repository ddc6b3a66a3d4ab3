import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { checkExpiresIn, expiresInSchema } from '../signed-urls/lifetime.ts';
import { maximumObjects, readJson } from './json-body.ts';
import { addressOf, bucketOf, isValidKey } from '../objects/object-address.ts';
import { findObjectAs } from '../objects/object-row.ts';
import type { StorageContext } from '../storage-context.ts';
import { findBucket } from '../buckets/bucket.ts';
import { checkWrite } from '../objects/write-object.ts';

const schema = z.object({ expiresIn: expiresInSchema, transform: z.unknown().optional() });

/** POST /object/sign/{bucket}/{key}: a URL for an object that the caller may read. */
export const sign =
  ({ database, signer, signedUrlSeconds }: StorageContext) =>
  async (context: GatewayContext) => {
    const address = addressOf(context);
    const { expiresIn, transform } = await readJson(context, schema);
    if (transform !== undefined) throw errors.notSupported('Image transformation');
    const caller = context.get('caller');
    checkExpiresIn(caller, expiresIn, signedUrlSeconds);
    const object = await findObjectAs(database, caller, address);
    if (!object) throw errors.noSuchKey();
    return context.json({ signedURL: await signer.sign(address, object.version, expiresIn) });
  };

const manySchema = z.object({
  expiresIn: expiresInSchema,
  paths: z.array(z.string()).min(1).max(maximumObjects),
});

const findText = `select name, version from storage.objects
  where bucket_id = $1
    and name = any(array(select jsonb_array_elements_text($2::text::jsonb)))
    and version is not null and metadata ? 'eTag'`;

const unavailable = 'Either the object does not exist or you do not have access to it';

/**
 * POST /object/sign/{bucket}: a URL for each path that the caller may read, and an error for each of
 * the others, with one database query for all of them.
 */
export const signMany =
  ({ database, signer, signedUrlSeconds }: StorageContext) =>
  async (context: GatewayContext) => {
    const bucket = bucketOf(context);
    const { expiresIn, paths } = await readJson(context, manySchema);
    const caller = context.get('caller');
    checkExpiresIn(caller, expiresIn, signedUrlSeconds);
    const rows = await database.asCaller(
      caller,
      {
        text: findText,
        values: [bucket, JSON.stringify(paths.filter(isValidKey))],
        prepare: true,
      },
      { access: 'read only' },
    );
    const versions = new Map(rows.map(({ name, version }) => [name, version]));
    const results = paths.map(async (path) => {
      const version = versions.get(path);
      if (!version) return { error: unavailable, path, signedURL: null };
      const signedURL = await signer.sign({ bucket, key: path }, version, expiresIn);
      return { error: null, path, signedURL };
    });
    return context.json(await Promise.all(results));
  };

/** How long a signed upload URL works, as on hosted Supabase, seconds. */
const uploadUrlLifetime = 2 * 60 * 60;

/**
 * POST /object/upload/sign/{bucket}/{key}: a URL for uploading an object that the caller may write,
 * valid until the caller's session ends. With the header `x-upsert: true` it may replace an object.
 */
export const signUpload =
  ({ database, signer }: StorageContext) =>
  async (context: GatewayContext) => {
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
    const token = await signer.signUpload(address, grant, uploadUrlLifetime);
    const { bucket, key } = address;
    return context.json({ url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token });
  };
