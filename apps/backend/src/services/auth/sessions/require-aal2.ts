import type { Claims } from '../../../identity/caller.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import { requiresSecondFactor, type Factor } from '../mfa/factors.ts';
import { readAssuranceLevel } from './assurance-level.ts';
import type { User } from '../accounts/users.ts';

/** What `PUT /user` may ask for. */
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
 * Asks for the second factor of an account that has one before anything of the account
 * changes. GoTrue lets its data pass; here that is as closed to who has only the password
 * as the tables are.
 * @throws {AuthError} `insufficient_aal`, in the words that GoTrue has for e-mail and password
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
 * Asks for the second factor of an account that has one before a way to sign in is added to it
 * or taken from it.
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
 * Whoever has only the password must not bring a factor of his own into an
 * account that has one, even if he added it before that one was verified.
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
