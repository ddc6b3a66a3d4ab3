import { SignJWT } from 'jose';
import { tokenAlgorithm, type TokenKeys } from '../../../identity/token-keys.ts';
import { audience } from '../../../identity/verify-token.ts';
import type { User } from '../accounts/users.ts';

export interface AccessToken {
  readonly token: string;
  /** Lifetime in seconds. */
  readonly expiresIn: number;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** A method by which the session's account was authenticated, with its time in seconds since 1970. */
export interface MethodReference {
  readonly method: string;
  readonly timestamp: number;
}

/** The session of a token. */
export interface TokenSession {
  readonly id: string;
  readonly aal: 'aal1' | 'aal2';
  /** Newest first. */
  readonly amr: readonly MethodReference[];
}

/** Signs access tokens with ES256 and Supabase's claims. */
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
}
