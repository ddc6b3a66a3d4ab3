import { errors, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import type { Claims } from '../http/caller.ts';
import { RequestError } from '../http/request-error.ts';
import type { MethodReference } from './sessions.ts';
import type { User } from './users.ts';

const algorithm = 'ES256';

/** `aud` of every account's tokens. */
export const audience = 'authenticated';

/** Clocks of two machines may be this far apart, seconds. */
const clockTolerance = 5;

/** What a token must hold to be one of ours; everything else is passed on as it is. */
const claimsSchema = z.looseObject({
  sub: z.uuid(),
  role: z.enum(['anon', 'authenticated', 'service_role']),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  exp: z.number(),
});

export interface AccessToken {
  readonly token: string;
  /** Lifetime in seconds. */
  readonly expiresIn: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** The session that a token speaks for. */
export interface TokenSession {
  readonly id: string;
  readonly aal: 'aal1' | 'aal2';
  /** Newest first. */
  readonly amr: readonly MethodReference[];
}

const toPublic = ({ d: _private, ...key }: JWK): JWK => ({
  ...key,
  alg: algorithm,
  use: 'sig',
  key_ops: ['verify'],
  ext: true,
});

const readKey = async (key: JWK): Promise<CryptoKey> => {
  const imported = await importJWK(key, algorithm);
  if (imported instanceof Uint8Array) throw new TypeError('a token key must be an EC key');
  return imported;
};

/** Signs and reads access tokens: ES256, with the claims that Supabase puts in. */
export class AccessTokens {
  /** Public keys, for whoever verifies tokens on his own. */
  readonly keySet: { readonly keys: readonly JWK[] };
  readonly #issuer: string;
  readonly #lifetime: number;
  readonly #keyId: string;
  readonly #privateKey: CryptoKey;
  readonly #publicKeys: ReadonlyMap<string, CryptoKey>;

  private constructor(
    issuer: string,
    lifetime: number,
    keySet: { keys: JWK[] },
    keyId: string,
    privateKey: CryptoKey,
    publicKeys: ReadonlyMap<string, CryptoKey>,
  ) {
    this.keySet = keySet;
    this.#issuer = issuer;
    this.#lifetime = lifetime;
    this.#keyId = keyId;
    this.#privateKey = privateKey;
    this.#publicKeys = publicKeys;
  }

  /**
   * @param keys private keys, newest first: the first signs, all of them verify
   * @param lifetime of a token, seconds
   */
  static async create(
    keys: readonly JWK[],
    issuer: string,
    lifetime: number,
  ): Promise<AccessTokens> {
    const [newest] = keys;
    if (!newest?.kid) throw new Error('there is no token key with a key id');
    const publicKeys = keys.map(toPublic);
    const imported = await Promise.all(
      publicKeys.map(async (key) => [key.kid ?? '', await readKey(key)] as const),
    );
    return new AccessTokens(
      issuer,
      lifetime,
      { keys: publicKeys },
      newest.kid,
      await readKey({ ...newest, key_ops: ['sign'] }),
      new Map(imported),
    );
  }

  async sign(user: User, session: TokenSession): Promise<AccessToken> {
    const issuedAt = Math.floor(Date.now() / 1000);
    const expiresAt = issuedAt + this.#lifetime;
    const token = await new SignJWT({
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      role: user.role || 'authenticated',
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    })
      .setProtectedHeader({ alg: algorithm, kid: this.#keyId, typ: 'JWT' })
      .setIssuer(this.#issuer)
      .setSubject(user.id)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.#privateKey);
    return { token, expiresIn: this.#lifetime, expiresAt };
  }

  /**
   * Reads a token's claims: signature, times, issuer and audience are right.
   * Whether its session still lives is another question.
   * @throws {RequestError} 401 `bad_jwt` or `jwt_expired`
   */
  async read(token: string): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, (header) => this.#keyOf(header.kid), {
        algorithms: [algorithm],
        issuer: this.#issuer,
        audience,
        clockTolerance,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      return claimsSchema.parse(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new RequestError(401, 'jwt_expired', 'invalid JWT: token is expired');
      }
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) {
        throw new RequestError(401, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
      }
      throw error;
    }
  }

  #keyOf(keyId: string | undefined): CryptoKey {
    const key = this.#publicKeys.get(keyId ?? '');
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}
