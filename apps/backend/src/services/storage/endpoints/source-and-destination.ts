import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import { readJson } from './json-body.ts';
import { checkAddress, type ObjectAddress } from '../objects/object-address.ts';

/** The addresses of a move or a copy. */
export interface SourceAndDestination {
  readonly source: ObjectAddress;
  readonly destination: ObjectAddress;
}

const schema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
  // Only copies have this. The source's metadata is always copied.
  copyMetadata: z.literal(true, 'replacing the metadata in a copy is not served here').optional(),
});

/**
 * Reads the body of a move or a copy.
 * @throws {StorageError} InvalidRequest, InvalidBucketName, InvalidKey
 */
export async function readSourceAndDestination(
  context: GatewayContext,
): Promise<SourceAndDestination> {
  const body = await readJson(context, schema);
  const { bucketId, sourceKey, destinationBucket, destinationKey } = body;
  return {
    source: checkAddress({ bucket: bucketId, key: sourceKey }),
    destination: checkAddress({ bucket: destinationBucket ?? bucketId, key: destinationKey }),
  };
}
