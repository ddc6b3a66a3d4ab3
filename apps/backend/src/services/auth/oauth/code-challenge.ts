import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthError } from '../errors.ts';

/**
 * What a client shows at the start of a flow, so that it alone can end it: a
 * secret, or the hash of one (PKCE, RFC 7636).
 */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

/** RFC 7636, section 4.2. */
const length = { minimum: 43, maximum: 128 };

/**
 * Reads the challenge that a request may bring.
 * @returns null where it brings none: the flow is an implicit one
 * @throws {AuthError} `validation_failed` in GoTrue's words
 */
export function readCodeChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): CodeChallenge | null {
  if (!challenge && !method) return null;
  if (!challenge || !method) {
    throw new AuthError(
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    );
  }
  if (challenge.length < length.minimum || challenge.length > length.maximum) {
    throw new AuthError(
      'validation_failed',
      `code challenge has to be between ${length.minimum} and ${length.maximum} characters`,
    );
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw new AuthError(
      'validation_failed',
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain') {
    throw new AuthError('validation_failed', 'Invalid code_challenge_method');
  }
  return { challenge, method: known };
}

/** The challenge of method S256 for a verifier. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** @throws {AuthError} `bad_code_verifier` when the challenge was not made from the verifier */
export function checkCodeVerifier({ challenge, method }: CodeChallenge, verifier: string): void {
  const shown = Buffer.from(method === 's256' ? challengeOf(verifier) : verifier);
  const asked = Buffer.from(challenge);
  if (shown.length !== asked.length || !timingSafeEqual(shown, asked)) {
    throw new AuthError(
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
}
