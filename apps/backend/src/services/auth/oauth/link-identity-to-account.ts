import type { TransactionSql } from '../../../database/sql.ts';
import { confirmEmail } from '../accounts/create-account.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { AuthError, emailExists } from '../errors.ts';
import { updateProviders } from '../accounts/identities.ts';
import { findUser, findUserByEmail, isBanned, type User } from '../accounts/users.ts';
import { addIdentity, findIdentity, type ExternalIdentity } from './external-identity.ts';

/** @throws {AuthError} `manual_linking_disabled` */
export function requireManualLinking({ settings }: AuthContext): void {
  if (!settings.enable_manual_linking) {
    throw new AuthError('manual_linking_disabled', 'Manual linking is disabled');
  }
}

/**
 * Links an identity to the account that requested it.
 * @throws {AuthError} `user_not_found`, `user_banned`, `identity_already_exists`, `email_exists`
 */
export async function linkIdentityToAccount(
  sql: TransactionSql,
  userId: string,
  identity: ExternalIdentity,
  client: ClientInfo,
): Promise<User> {
  const user = await findUser(sql, userId);
  if (!user) {
    throw new AuthError('user_not_found', 'Linking target user not found', { status: 422 });
  }
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned');
  const known = await findIdentity(sql, identity);
  if (known) {
    const whose = known.user_id === userId ? '' : ' to another user';
    throw new AuthError('identity_already_exists', `Identity is already linked${whose}`);
  }
  const id = await addIdentity(sql, userId, identity);
  const { email, isVerified, provider, subject } = identity;
  const traits = { identity_id: id, provider, provider_id: subject };
  await recordAuditEntry(sql, 'identity_linked', user, client.address, traits);
  if (!user.email && email && isVerified) {
    if (await findUserByEmail(sql, email)) throw emailExists(undefined, 400);
    await sql`update auth.users set email = ${email} where id = ${userId}`;
    await confirmEmail(sql, userId);
  }
  await updateProviders(sql, userId);
  return (await findUser(sql, userId))!;
}
