import type { Claims } from '../../../identity/caller.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import { requiresSecondFactor, type Factor } from '../mfa/factors.ts';
import { readAssuranceLevel } from './assurance-level.ts';
import type { User } from '../accounts/users.ts';

/**
 * Requires `aal2` for changes of an account that has a second factor.
 * @param change names the change in GoTrue's message
 * @throws {AuthError} `insufficient_aal`
 */
export async function requireAal2(
  { sql }: AuthContext,
  claims: Claims,
  { factors }: User,
  change: 'update email or password' | 'link or unlink identities',
): Promise<void> {
  if (!requiresSecondFactor(factors) || (await readAssuranceLevel(sql, claims)) === 'aal2') return;
  const message = `AAL2 session is required to ${change} when MFA is enabled.`;
  throw new AuthError('insufficient_aal', message, { status: 401 });
}

/**
 * Requires `aal2` for adding a factor to an account that has a verified one. A session with only the
 * password must not add one, even if it enrolled its factor before the other was verified.
 * @throws {AuthError} `insufficient_aal`
 */
export function requireAal2ToAdd(
  level: 'aal1' | 'aal2',
  factor: Pick<Factor, 'status'>,
  factors: readonly Factor[],
): void {
  if (factor.status === 'verified' || level === 'aal2' || !requiresSecondFactor(factors)) return;
  throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
}
