import type { Claims } from '../http/caller.ts';
import type { Auth } from './auth.ts';
import { AuthError } from './errors.ts';
import { asksForSecondFactor, type Factor } from './factors.ts';
import { readLevel } from './session-level.ts';
import type { User } from './users.ts';

/** What a change of an account asks for, of which some needs the second factor. */
interface Change {
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly password?: string | null | undefined;
}

/**
 * Asks for the second factor of an account that has one before its password,
 * e-mail or phone number changes: they are what it protects.
 * @throws {AuthError} `insufficient_aal`
 */
export async function requireAal2ToChange(
  { sql }: Auth,
  claims: Claims,
  user: User,
  { email, phone, password }: Change,
): Promise<void> {
  const isGuarded =
    Boolean(password) || Boolean(email && email !== user.email) || (phone && phone !== user.phone);
  if (!isGuarded || !asksForSecondFactor(user.factors)) return;
  if ((await readLevel(sql, claims)) === 'aal2') return;
  throw new AuthError(
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
    { status: 401 },
  );
}

/**
 * Whoever has only the password must not bring a factor of his own into an
 * account that has one, even if he added it before that one was verified.
 * @throws {AuthError} `insufficient_aal`
 */
export function requireAal2ToAdd(
  level: 'aal1' | 'aal2',
  factor: Pick<Factor, 'status'>,
  factors: readonly Factor[],
): void {
  if (factor.status === 'verified' || level === 'aal2' || !asksForSecondFactor(factors)) return;
  throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
}
