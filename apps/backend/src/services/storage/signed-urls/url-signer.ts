import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { errors } from '../errors.ts';
import type { ObjectAddress } from '../objects/object-address.ts';

const algorithm = 'HS256';

/** What a token grants. A token of one scope is refused for the other. */
type Scope = 'download' | 'upload';

const pathOf = ({ bucket, key }: ObjectAddress): string => `${bucket}/${key}`;

const downloadGrantSchema = z.object({ exp: z.number(), version: z.string() });

/** What a signed URL for reading grants. */
interface DownloadGrant {
  /** The object's version at the time of signing; a replacement has another. */
  readonly version: string;
  /** When the URL expires, in seconds since 1970. */
  readonly exp: number;
}

const uploadGrantSchema = z.object({
  upsert: z.boolean(),
  role: z.enum(['anon', 'authenticated', 'service_role']),
  /** The account and session that requested the URL; null for a bare api key. */
  session: z
    .object({ sub: z.string(), session_id: z.string(), aal: z.enum(['aal1', 'aal2']) })
    .nullable(),
});

/** On whose behalf an upload by signed URL is written: that of the caller who requested the URL. */
export type UploadGrant = Readonly<z.output<typeof uploadGrantSchema>>;

/** Signs URLs by which one object can be read or written without an account, until they expire. */
export interface UrlSigner {
  /**
   * @param version of the object; the URL is valid for no other
   * @param expiresIn seconds
   * @returns path and query below the service's root. The path is not
   *   percent-encoded, as on Supabase: the client encodes it
   */
  sign(address: ObjectAddress, version: string, expiresIn: number): Promise<string>;
  /**
   * @throws {StorageError} InvalidJWT for a forged or expired token, InvalidSignature for one of another
   *   object or scope
   */
  verify(token: string, address: ObjectAddress): Promise<DownloadGrant>;
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

  /** Validates a grant: a token of an earlier release may lack fields. */
  const readGrant = <Schema extends z.ZodType>(schema: Schema, payload: unknown) => {
    const result = schema.safeParse(payload);
    if (!result.success) throw errors.invalidSignature();
    return result.data;
  };

  return {
    async sign(address, version, expiresIn) {
      const token = await createToken(address, 'download', { version }, expiresIn);
      return `/object/sign/${pathOf(address)}?token=${token}`;
    },
    async verify(token, address) {
      return readGrant(downloadGrantSchema, await readToken(token, address, 'download'));
    },
    signUpload: (address, grant, expiresIn) => createToken(address, 'upload', grant, expiresIn),
    async verifyUpload(token, address) {
      return readGrant(uploadGrantSchema, await readToken(token, address, 'upload'));
    },
  };
}
