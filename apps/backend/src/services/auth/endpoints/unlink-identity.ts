import type { TransactionSql } from '../../../database/sql.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { type Identity, type User, findUser } from '../accounts/users.ts';
import { deleteMailedTokens } from '../tokens/one-time-tokens.ts';
import { z } from 'zod';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { requireManualLinking } from '../oauth/link-identity-to-account.ts';
import { mailIdentityChange } from '../mail/account-mails.ts';
import { updateProviders } from '../accounts/identities.ts';
import { requireAal2 } from '../sessions/assurance-level.ts';

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
async function replaceUnlinkedEmail(
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

/** `DELETE /user/identities/{id}`: unlinks an identity from the caller's account, which must have another one. */
export const unlinkIdentity: Endpoint = (auth) => async (context) => {
  const caller = await requireUser(auth, context);
  const { id: userId } = caller;
  requireManualLinking(auth);
  await requireAal2(auth, requireClaims(context), caller, 'link or unlink identities');
  const id = z.uuid().safeParse(context.req.param('id'));
  if (!id.success) throw validationFailed('identity_id must be an UUID', { status: 404 });
  const { user, provider } = await auth.sql.begin(async (sql) => {
    // Locked, so that two requests at once cannot unlink the last two identities.
    await sql`select from auth.users where id = ${userId} for update`;
    const user = (await findUser(sql, userId))!;
    if (user.identities.length <= 1) {
      throw new AuthError(
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    }
    const identity = user.identities.find((each) => each.id === id.data);
    if (!identity) throw new AuthError('identity_not_found', "Identity doesn't exist");
    const { provider, provider_id } = identity;
    const traits = { identity_id: identity.id, provider, provider_id };
    await recordAuditEntry(sql, 'identity_unlinked', user, readClientInfo(context).address, traits);
    await sql`delete from auth.identities where id = ${identity.id}`;
    await replaceUnlinkedEmail(sql, user, identity.id, auth.settings.email.enable_confirmations);
    await updateProviders(sql, user.id);
    return { user, provider };
  });
  // To the address before the unlinking, which may have been that of the identity.
  mailIdentityChange(auth, 'identity_unlinked', user, provider);
  return context.json({});
};
