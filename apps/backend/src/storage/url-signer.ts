import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { errors } from './errors.ts';
import type { ObjectAddress } from './object-address.ts';

const algorithm = 'HS256';
/** Tokens for reading; none is ever good for anything else. */
const scope = 'download';

const pathOf = ({ bucket, key }: ObjectAddress): string => `${bucket}/${key}`;

/** Signs URLs under which one object can be read without an account, until they expire. */
export interface UrlSigner {
  /**
   * @param expiresIn seconds
   * @returns path and query below the service's root. The path is not
   *   percent-encoded, as on Supabase: the client encodes it
   */
  sign(address: ObjectAddress, expiresIn: number): Promise<string>;
  /**
   * @returns when the token expires, in seconds since 1970
   * @throws {StorageError} InvalidJWT for a token that is not ours or has expired,
   *   InvalidSignature for one of another object
   */
  verify(token: string, address: ObjectAddress): Promise<number>;
}

/** @param signingKey the installation's HMAC key, base64url */
export async function createUrlSigner(signingKey: string): Promise<UrlSigner> {
  const key = await crypto.subtle.importKey(
    'raw',
    Buffer.from(signingKey, 'base64url'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  return {
    async sign(address, expiresIn) {
      const now = Math.floor(Date.now() / 1000);
      const token = await new SignJWT({ url: pathOf(address), scope })
        .setProtectedHeader({ alg: algorithm })
        .setIssuedAt(now)
        .setExpirationTime(now + expiresIn)
        .sign(key);
      return `/object/sign/${pathOf(address)}?token=${token}`;
    },
    async verify(token, address) {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        requiredClaims: ['exp', 'url'],
      }).catch((error: unknown) => {
        if (error instanceof joseErrors.JOSEError) throw errors.invalidJwt(error.message);
        throw error;
      });
      if (payload.scope !== scope || payload.url !== pathOf(address)) {
        throw errors.invalidSignature();
      }
      return payload.exp!;
    },
  };
}
