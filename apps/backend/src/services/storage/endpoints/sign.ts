import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { checkExpiresIn, expiresInSchema } from '../signed-urls/lifetime.ts';
import { readJson } from './json-body.ts';
import { addressOf } from '../objects/object-address.ts';
import { findObjectAs } from '../objects/object-row.ts';
import type { StorageContext } from '../storage-context.ts';

const schema = z.object({ expiresIn: expiresInSchema, transform: z.unknown().optional() });

/** POST /object/sign/{bucket}/{key}: returns a URL for an object that the caller may read. */
export const sign =
  ({ database, signer }: StorageContext) =>
  async (context: GatewayContext) => {
    const address = addressOf(context);
    const { expiresIn, transform } = await readJson(context, schema);
    if (transform !== undefined) throw errors.notSupported('Image transformation');
    const caller = context.get('caller');
    checkExpiresIn(caller, expiresIn);
    const object = await findObjectAs(database, caller, address);
    if (!object) throw errors.noSuchKey();
    return context.json({ signedURL: await signer.sign(address, object.version, expiresIn) });
  };
