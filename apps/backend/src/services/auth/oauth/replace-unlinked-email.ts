import type { TransactionSql } from '../../../database/sql.ts';
import { AuthError } from '../errors.ts';
import type { Identity, User } from '../accounts/users.ts';
import { deleteMailedTokens } from '../tokens/one-time-tokens.ts';

/** The order of preference: a verified address, then an unverified one, then none. */
const rank = ({ email, identity_data: { email_verified: isVerified } }: Identity): number => {
  if (!email) return 2;
  return isVerified === true ? 0 : 1;
};

const isFree = async (sql: TransactionSql, email: string | null): Promise<boolean> => {
  if (!email) return true;
  const rows = await sql`
    select from auth.users where email = ${email} and is_sso_user = false`;
  return rows.length === 0;
};

/**
 * Gives an account the address of one of its remaining identities, if its own was the address of the
 * unlinked one. Tokens that were mailed to the old address are deleted.
 * @param user the account before the unlinking
 * @param unlinked the id of the unlinked identity
 * @param isConfirming whether addresses must be confirmed
 * @throws {AuthError} `email_conflict_identity_not_deletable` if other accounts have all these addresses
 */
export async function replaceUnlinkedEmail(
  sql: TransactionSql,
  user: User,
  unlinked: string,
  isConfirming: boolean,
): Promise<void> {
  const remaining = user.identities.filter(({ id }) => id !== unlinked);
  if (remaining.some(({ email }) => email === user.email)) return;
  const inOrder = remaining.toSorted((a, b) => rank(a) - rank(b));
  let next: Identity | undefined;
  for (const identity of inOrder) {
    if (!next && (await isFree(sql, identity.email))) next = identity;
  }
  if (!next) {
    throw new AuthError(
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    );
  }
  const isConfirmed = rank(next) === 0 || (rank(next) === 1 && !isConfirming);
  await sql`
    update auth.users
    set email = ${next.email}, updated_at = now(),
      email_confirmed_at = case when ${isConfirmed} then email_confirmed_at end,
      raw_user_meta_data =
        coalesce(raw_user_meta_data, '{}') || ${JSON.stringify({ email_verified: isConfirmed })}
    where id = ${user.id}`;
  await deleteMailedTokens(sql, user.id);
}
