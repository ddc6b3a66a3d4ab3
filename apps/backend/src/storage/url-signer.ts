import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { errors } from './errors.ts';
import type { ObjectAddress } from './object-address.ts';

const algorithm = 'HS256';

/** What a token is good for; one of the one kind never passes for the other. */
type Scope = 'download' | 'upload';

const pathOf = ({ bucket, key }: ObjectAddress): string => `${bucket}/${key}`;

const uploadGrantSchema = z.object({
  upsert: z.boolean(),
  role: z.enum(['anon', 'authenticated', 'service_role']),
  sub: z.string().optional(),
  session_id: z.string().optional(),
  aal: z.enum(['aal1', 'aal2']).optional(),
});

/** Who may upload under a signed URL: the write is made as the one who had it signed. */
export type UploadGrant = Readonly<z.output<typeof uploadGrantSchema>>;

/** Signs URLs under which one object can be read or written without an account, until they expire. */
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
   *   InvalidSignature for one of another object or for uploading
   */
  verify(token: string, address: ObjectAddress): Promise<number>;
  /**
   * @param expiresIn seconds
   * @returns the token alone
   */
  signUpload(address: ObjectAddress, grant: UploadGrant, expiresIn: number): Promise<string>;
  /** @throws {StorageError} InvalidJWT or InvalidSignature, as `verify` */
  verifyUpload(token: string, address: ObjectAddress): Promise<UploadGrant>;
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

  const createToken = (address: ObjectAddress, scope: Scope, grant: object, expiresIn: number) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ ...grant, url: pathOf(address), scope })
      .setProtectedHeader({ alg: algorithm })
      .setIssuedAt(now)
      .setExpirationTime(now + expiresIn)
      .sign(key);
  };

  const readToken = async (token: string, address: ObjectAddress, scope: Scope) => {
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
    return payload;
  };

  return {
    async sign(address, expiresIn) {
      const token = await createToken(address, 'download', {}, expiresIn);
      return `/object/sign/${pathOf(address)}?token=${token}`;
    },
    async verify(token, address) {
      const { exp } = await readToken(token, address, 'download');
      return exp!;
    },
    signUpload: (address, grant, expiresIn) => createToken(address, 'upload', grant, expiresIn),
    async verifyUpload(token, address) {
      return uploadGrantSchema.parse(await readToken(token, address, 'upload'));
    },
  };
}
