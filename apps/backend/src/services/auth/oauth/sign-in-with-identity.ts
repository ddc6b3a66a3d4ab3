import { randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../../database/sql.ts';
import { confirmEmail, insertUser } from '../accounts/create-account.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { requestConfirmation } from '../accounts/email-confirmation.ts';
import { AuthError } from '../errors.ts';
import { updateProviders } from '../accounts/identities.ts';
import type { OneTimeToken } from '../tokens/one-time-tokens.ts';
import { findUser, isBanned, type User } from '../accounts/users.ts';
import {
  addIdentity,
  findIdentity,
  hasVerifiedEmail,
  updateIdentity,
  updateMetadata,
  type ExternalIdentity,
} from './external-identity.ts';
import { removeUnverifiedCredentials } from './remove-unverified-credentials.ts';

/** Whose account it is, or that a mail has to be answered first. */
export type IdentitySignIn =
  | { readonly user: User; readonly endedSessions: readonly string[] }
  | { readonly toConfirm: OneTimeToken; readonly email: string };

/** The refusal of those whose provider does not vouch for their address. */
export const emailNotVerified = (provider: string, isMailed: boolean): AuthError =>
  new AuthError(
    'provider_email_needs_verification',
    isMailed
      ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
      : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  );

/** The account whose address this is, by what it says itself or by a way in that it has. */
async function findOwner(sql: TransactionSql, email: string): Promise<User | undefined> {
  const owners = await sql<{ id: string }[]>`
    select id from auth.users
    where deleted_at is null and is_sso_user = false and (
      email = ${email} or id in (
        select user_id from auth.identities
        where email = ${email} and identity_data @> '{"email_verified": true}'
      )
    )
    order by id for update`;
  const [owner, another] = owners;
  if (another) {
    throw new AuthError(
      'unexpected_failure',
      'Multiple accounts with the same email address in the same linking domain detected: default',
    );
  }
  return owner && findUser(sql, owner.id);
}

const isTaken = async (sql: TransactionSql, email: string): Promise<boolean> => {
  const rows = await sql`
    select from auth.users where email = ${email} and is_sso_user = false
    union all
    select from auth.identities where email = ${email}
    limit 1`;
  return rows.length > 0;
};

/** Someone known comes again. */
async function signInAgain(
  sql: TransactionSql,
  auth: AuthContext,
  identity: ExternalIdentity,
  known: { readonly id: string; readonly user_id: string },
): Promise<IdentitySignIn> {
  const before = await findUser(sql, known.user_id);
  if (!before) throw new AuthError('user_not_found', 'User not found');
  await updateIdentity(sql, known.id, identity);
  if (before.email && !before.email_confirmed_at) {
    if (identity.email !== before.email) throw emailNotVerified(identity.provider, false);
    if (!identity.isVerified) {
      return {
        toConfirm: await requestConfirmation(auth, sql, before.id, before.email, null),
        email: before.email,
      };
    }
    const endedSessions = await removeUnverifiedCredentials(sql, before.id, known.id, identity);
    return { user: (await findUser(sql, before.id))!, endedSessions };
  }
  await updateMetadata(sql, before.id, identity);
  await updateProviders(sql, before.id);
  return { user: (await findUser(sql, before.id))!, endedSessions: [] };
}

/**
 * Links to the account whose address the provider vouches for. An account that
 * never showed the address to be its own may be a trap that someone has set up
 * for its owner: then all that was in it as a way in goes.
 */
async function link(
  sql: TransactionSql,
  identity: ExternalIdentity,
  owner: User,
  client: ClientInfo,
): Promise<IdentitySignIn> {
  const id = await addIdentity(sql, owner.id, identity);
  let endedSessions: string[] = [];
  if (hasVerifiedEmail(owner, identity.email ?? '')) {
    await updateMetadata(sql, owner.id, identity);
    await updateProviders(sql, owner.id);
  } else {
    endedSessions = await removeUnverifiedCredentials(sql, owner.id, id, identity);
  }
  const { provider, subject } = identity;
  const traits = { identity_id: id, provider, provider_id: subject };
  await recordAuditEntry(sql, 'identity_linked', owner, client.address, traits);
  return { user: (await findUser(sql, owner.id))!, endedSessions };
}

/** Makes an account without a password for someone new. */
async function createAccountForIdentity(
  sql: TransactionSql,
  auth: AuthContext,
  identity: ExternalIdentity,
  client: ClientInfo,
): Promise<IdentitySignIn> {
  const { settings } = auth;
  if (!settings.enable_signup) {
    throw new AuthError('signup_disabled', 'Signups not allowed for this instance');
  }
  const { provider, email, data } = identity;
  const id = randomUUID();
  await insertUser(sql, { id, email, passwordHash: null, provider, userMetadata: data });
  await addIdentity(sql, id, identity);
  const isConfirmed = identity.isVerified || !settings.email.enable_confirmations;
  if (email && !isConfirmed) {
    return { toConfirm: await requestConfirmation(auth, sql, id, email, null), email };
  }
  if (email) await confirmEmail(sql, id);
  const user = (await findUser(sql, id))!;
  await recordAuditEntry(sql, 'user_signedup', user, client.address, { provider });
  return { user, endedSessions: [] };
}

/**
 * Finds or makes the account of someone who comes from a provider.
 * @throws {AuthError} `provider_email_needs_verification`, `signup_disabled`, `user_banned`,
 *   `unexpected_failure` where several accounts have the address
 */
export async function signInWithIdentity(
  sql: TransactionSql,
  auth: AuthContext,
  identity: ExternalIdentity,
  client: ClientInfo,
): Promise<IdentitySignIn> {
  const { email, isVerified, provider } = identity;
  const known = await findIdentity(sql, identity);
  const owner = !known && email && isVerified ? await findOwner(sql, email) : undefined;
  if (!known && email && !isVerified && (await isTaken(sql, email))) {
    throw emailNotVerified(provider, false);
  }
  let arrival: IdentitySignIn;
  if (known) arrival = await signInAgain(sql, auth, identity, known);
  else if (owner) arrival = await link(sql, identity, owner, client);
  else return createAccountForIdentity(sql, auth, identity, client);

  if ('user' in arrival) {
    if (isBanned(arrival.user)) throw new AuthError('user_banned', 'User is banned');
    await recordAuditEntry(sql, 'login', arrival.user, client.address, { provider });
  }
  return arrival;
}
