import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import { z } from 'zod';
import type { Claims } from '../../../identity/caller.ts';
import { RequestError } from '../../../lib/request-error.ts';
import { tokenAlgorithm, type TokenKeys } from './token-keys.ts';
import type { User } from '../accounts/users.ts';

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

/** One way in which the session's account proved who it is, with its time in seconds since 1970. */
export interface MethodReference {
  readonly method: string;
  readonly timestamp: number;
}

/** The session that a token speaks for. */
export interface TokenSession {
  readonly id: string;
  readonly aal: 'aal1' | 'aal2';
  /** Newest first. */
  readonly amr: readonly MethodReference[];
}

/** Signs and reads access tokens: ES256, with the claims that Supabase puts in. */
export class AccessTokens {
  readonly keys: TokenKeys;
  readonly #issuer: string;
  readonly #lifetime: number;

  /** @param lifetime of a token, seconds */
  constructor(keys: TokenKeys, issuer: string, lifetime: number) {
    this.keys = keys;
    this.#issuer = issuer;
    this.#lifetime = lifetime;
  }

  async sign(user: User, session: TokenSession): Promise<AccessToken> {
    const issuedAt = Math.floor(Date.now() / 1000);
    const expiresAt = issuedAt + this.#lifetime;
    const { id: kid, key } = this.keys.signing;
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
      .setProtectedHeader({ alg: tokenAlgorithm, kid, typ: 'JWT' })
      .setIssuer(this.#issuer)
      .setSubject(user.id)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(key);
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
        algorithms: [tokenAlgorithm],
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
    const key = this.keys.find(keyId ?? '');
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}
