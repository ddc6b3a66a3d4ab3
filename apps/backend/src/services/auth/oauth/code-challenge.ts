import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthError, validationFailed } from '../errors.ts';

/**
 * The challenge that a client sends at the start of a flow, so that only the client with its
 * verifier can exchange the code (PKCE, RFC 7636).
 */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

/** Characters of a challenge: RFC 7636, section 4.2. */
const length = { minimum: 43, maximum: 128 };

/**
 * Reads a request's challenge.
 * @returns null if there is none, which makes the flow an implicit one
 * @throws {AuthError} `validation_failed` with GoTrue's messages
 */
export function readCodeChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): CodeChallenge | null {
  if (!challenge && !method) return null;
  if (!challenge || !method) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge.length < length.minimum || challenge.length > length.maximum) {
    throw validationFailed(
      `code challenge has to be between ${length.minimum} and ${length.maximum} characters`,
    );
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain') {
    throw validationFailed('Invalid code_challenge_method');
  }
  return { challenge, method: known };
}

/** The challenge of a verifier by method S256. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** @throws {AuthError} `bad_code_verifier` if the challenge was not made from the verifier */
export function checkCodeVerifier({ challenge, method }: CodeChallenge, verifier: string): void {
  const actual = Buffer.from(method === 's256' ? challengeOf(verifier) : verifier);
  const expected = Buffer.from(challenge);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw new AuthError(
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
}
