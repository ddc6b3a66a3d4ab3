import type { webcrypto } from 'node:crypto';
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { Client } from '../../../identity/client.ts';
import { errors } from '../errors.ts';
import type { ObjectAddress } from '../objects/object-address.ts';

const algorithm = 'HS256';

/** The access that a token grants. A token of one scope is invalid for the other. */
type Scope = 'download' | 'upload';

const pathOf = ({ bucket, key }: ObjectAddress): string => `${bucket}/${key}`;

/** The caller that requested a URL: each request with the URL acts on its behalf. */
const signerSchema = z.object({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  /** The account and its session; null for a bare api key. */
  session: z
    .object({ sub: z.string(), session_id: z.string(), aal: z.enum(['aal1', 'aal2']) })
    .nullable(),
});

export type Signer = Readonly<z.output<typeof signerSchema>>;

/** The part of a caller that a URL carries. */
export const signerOf = ({ role, claims }: Caller): Signer => ({
  role,
  session: claims && { sub: claims.sub, session_id: claims.session_id, aal: claims.aal },
});

/**
 * The signer of a URL as the caller of a request with it. Policies can read role, account and level of
 * assurance.
 * @param client the client that the request counts as
 */
export const callerOf = (
  { role, session }: Signer,
  context: GatewayContext,
  client: Client,
): Caller => ({
  role,
  claims: session && { ...session, role, exp: 0 },
  client,
  request: { method: context.req.method, path: context.req.path, headers: {} },
});

const downloadGrantSchema = signerSchema.extend({
  /** The object's version at the time of signing; a replacement has another. */
  version: z.string(),
});

const uploadGrantSchema = signerSchema.extend({ upsert: z.boolean() });

/** Signs URLs that allow anyone to read or write one object on the signer's behalf until they expire. */
export class UrlSigner {
  readonly #key: webcrypto.CryptoKey;

  private constructor(key: webcrypto.CryptoKey) {
    this.#key = key;
  }

  /** @param signingKey the installation's HMAC key, base64url */
  static async create(signingKey: string): Promise<UrlSigner> {
    const bytes = Buffer.from(signingKey, 'base64url');
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    return new UrlSigner(
      await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']),
    );
  }

  /**
   * @param version the object's version; the URL is not valid for any other
   * @param expiresIn seconds
   * @returns path and query below the service's root. As on Supabase, the client percent-encodes the path
   */
  async sign(
    address: ObjectAddress,
    version: string,
    signer: Signer,
    expiresIn: number,
  ): Promise<string> {
    const token = await this.#createToken(address, 'download', { version, ...signer }, expiresIn);
    return `/object/sign/${pathOf(address)}?token=${token}`;
  }

  /**
   * @throws {StorageError} InvalidJWT for a forged or expired token, InvalidSignature for a token of
   *   another object or scope
   */
  verify(token: string, address: ObjectAddress): Promise<z.output<typeof downloadGrantSchema>> {
    return this.#readToken(token, address, 'download', downloadGrantSchema);
  }

  /**
   * @param expiresIn seconds
   * @returns the token
   */
  signUpload(
    address: ObjectAddress,
    grant: z.output<typeof uploadGrantSchema>,
    expiresIn: number,
  ): Promise<string> {
    return this.#createToken(address, 'upload', grant, expiresIn);
  }

  /** @throws {StorageError} InvalidJWT or InvalidSignature, as `verify` */
  verifyUpload(token: string, address: ObjectAddress): Promise<z.output<typeof uploadGrantSchema>> {
    return this.#readToken(token, address, 'upload', uploadGrantSchema);
  }

  #createToken(address: ObjectAddress, scope: Scope, grant: object, expiresIn: number) {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ ...grant, url: pathOf(address), scope })
      .setProtectedHeader({ alg: algorithm })
      .setIssuedAt(now)
      .setExpirationTime(now + expiresIn)
      .sign(this.#key);
  }

  async #readToken<Schema extends z.ZodType>(
    token: string,
    address: ObjectAddress,
    scope: Scope,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { payload } = await jwtVerify(token, this.#key, {
      algorithms: [algorithm],
      requiredClaims: ['exp', 'url'],
    }).catch((error: unknown) => {
      if (error instanceof joseErrors.JOSEError) throw errors.invalidJwt(error.message);
      throw error;
    });
    // A token of an earlier release may lack fields.
    const { data } = schema.safeParse(payload);
    if (payload.scope !== scope || payload.url !== pathOf(address) || !data) {
      throw errors.invalidSignature();
    }
    return data;
  }
}
