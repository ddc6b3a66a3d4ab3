import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { addressOf } from '../objects/object-address.ts';
import { respondWithObject } from '../objects/object-response.ts';
import { findObject } from '../objects/object-row.ts';
import type { StorageContext } from '../storage-context.ts';

/** GET and HEAD /object/sign/{bucket}/{key}?token=…: sends the object and version that the token was signed for. */
export const downloadSigned =
  ({ database: { admin }, store, signer }: StorageContext) =>
  async (context: GatewayContext) => {
    const address = addressOf(context);
    const token = context.req.query('token');
    if (!token) throw errors.invalidRequest("querystring must have required property 'token'");
    const { version, exp } = await signer.verify(token, address);
    const find = async () => {
      const object = await findObject(admin, address);
      return object?.version === version ? object : null;
    };
    return respondWithObject(context, store, find, {
      audience: 'private',
      // A cached copy must not outlive the URL.
      maximumAge: exp - Math.floor(Date.now() / 1000),
    });
  };
