import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import { checkExpiresIn, expiresInSchema } from '../signed-urls/lifetime.ts';
import { readJson } from './json-body.ts';
import { bucketOf, isValidKey } from '../objects/object-address.ts';
import { readAs } from '../objects/object-row.ts';
import type { StorageContext } from '../storage-context.ts';

/** How many paths one request may sign. */
const maximumPaths = 1000;

const schema = z.object({
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
export const signMany =
  ({ database, signer }: StorageContext) =>
  async (context: GatewayContext) => {
    const bucket = bucketOf(context);
    const { expiresIn, paths } = await readJson(context, schema);
    const caller = context.get('caller');
    checkExpiresIn(caller, expiresIn);
    const keys = JSON.stringify(paths.filter(isValidKey));
    const rows = await readAs(database, caller, findText, [bucket, keys]);
    const versions = new Map(rows.map(({ name, version }) => [name, version]));
    const results = paths.map(async (path) => {
      const version = versions.get(path);
      if (!version) return { error: unavailable, path, signedURL: null };
      const signedURL = await signer.sign({ bucket, key: path }, version, expiresIn);
      return { error: null, path, signedURL };
    });
    return context.json(await Promise.all(results));
  };
