import type { Claims } from '../../../identity/caller.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import { requiresSecondFactor, type Factor } from '../mfa/factors.ts';
import { readAssuranceLevel } from './assurance-level.ts';
import type { User } from '../accounts/users.ts';

/** The fields of `PUT /user`. */
interface Change {
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly data?: object | null | undefined;
}

const requireAal2 = async (
  { sql }: AuthContext,
  claims: Claims,
  { factors }: User,
  refusal: string,
): Promise<void> => {
  if (!requiresSecondFactor(factors) || (await readAssuranceLevel(sql, claims)) === 'aal2') return;
  throw new AuthError('insufficient_aal', refusal, { status: 401 });
};

/**
 * Requires `aal2` for changes of an account that has a second factor. GoTrue exempts user data; here
 * a session with the password alone cannot change them either, just as it cannot change tables.
 * @throws {AuthError} `insufficient_aal`, with GoTrue's message for e-mail and password
 */
export async function requireAal2ToChange(
  auth: AuthContext,
  claims: Claims,
  user: User,
  { email, phone, password, data }: Change,
): Promise<void> {
  const changes =
    password || data || (email && email !== user.email) || (phone && phone !== user.phone);
  if (!changes) return;
  await requireAal2(
    auth,
    claims,
    user,
    'AAL2 session is required to update email or password when MFA is enabled.',
  );
}

/**
 * Requires `aal2` for linking an identity to, or unlinking one from, an account that has a second
 * factor.
 * @throws {AuthError} `insufficient_aal`
 */
export const requireAal2ToLink = (auth: AuthContext, claims: Claims, user: User): Promise<void> =>
  requireAal2(
    auth,
    claims,
    user,
    'AAL2 session is required to link or unlink identities when MFA is enabled.',
  );

/**
 * Requires `aal2` for adding a factor to an account that has a verified one: a session with the
 * password alone must not, even if it enrolled its factor before the other was verified.
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
