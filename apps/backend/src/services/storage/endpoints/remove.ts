import { z } from 'zod';
import type { Row } from '../../../database/statement.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { readJson } from './json-body.ts';
import { addressOf, bucketOf, isValidKey } from '../objects/object-address.ts';
import { findObjectAs, objectJson } from '../objects/object-row.ts';
import type { Endpoint, StorageContext } from '../storage-context.ts';

/** How many objects one request may remove. */
const maximumRemovals = 1000;

const schema = z.object({ prefixes: z.array(z.string()).min(1).max(maximumRemovals) });

const removeText = `delete from storage.objects
  where bucket_id = $1
    and name = any(array(select jsonb_array_elements_text($2::text::jsonb)))
  returning id, version, ${objectJson} as object`;

/** Removes the objects that the caller may remove: the rows first, and after their commit the bytes. */
async function removeObjects(
  { database, removal }: StorageContext,
  context: GatewayContext,
  bucket: string,
  keys: readonly string[],
): Promise<Row[]> {
  const rows = await database.asCaller(context.get('caller'), {
    text: removeText,
    values: [bucket, JSON.stringify(keys)],
    prepare: true,
  });
  await removal.remove(rows.flatMap(({ id, version }) => (id && version ? { id, version } : [])));
  return rows;
}

/** DELETE /object/{bucket}: removes the named objects that the caller may remove, and lists these. */
export const removeMany: Endpoint = (storage) => async (context) => {
  const bucket = bucketOf(context);
  const { prefixes } = await readJson(context, schema);
  const rows = await removeObjects(storage, context, bucket, prefixes.filter(isValidKey));
  return context.json(rows.map(({ object }) => JSON.parse(object ?? 'null') as unknown));
};

/** DELETE /object/{bucket}/{key}. The response reveals that an object exists only to callers that may read it. */
export const removeOne: Endpoint = (storage) => async (context) => {
  const address = addressOf(context);
  const rows = await removeObjects(storage, context, address.bucket, [address.key]);
  if (rows.length === 0) {
    const visible = await findObjectAs(storage.database, context.get('caller'), address);
    throw visible ? errors.accessDenied('Access denied') : errors.noSuchKey();
  }
  return context.json({ message: 'Successfully deleted' });
};
