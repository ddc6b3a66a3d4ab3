import type { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import { readBounded } from '../../../lib/read-bounded.ts';
import { bodyChunks, bodyOf } from '../uploads/request-body.ts';
import { errors } from '../errors.ts';

/** The maximum size of a body, bytes: enough for a thousand keys of the maximum length. */
const limit = 2 * 1024 * 1024;

/**
 * Reads and validates a JSON body.
 * @throws {StorageError} InvalidRequest with the first problem, EntityTooLarge
 */
export async function readJson<Schema extends z.ZodType>(
  context: GatewayContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = bodyChunks(bodyOf(context));
  const bytes = await readBounded({ body }, limit).catch((error: unknown) => {
    throw error instanceof RangeError ? errors.entityTooLarge('request body') : error;
  });
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (error) {
    throw errors.invalidRequest('Body is not valid JSON', error);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = ['body', ...(issue?.path.map(String) ?? [])].join('/');
  throw errors.invalidRequest(`${place}: ${issue?.message ?? 'invalid'}`);
}
