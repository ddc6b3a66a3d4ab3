import type { TransactionSql } from '../../../database/sql.ts';
import { confirmEmail, insertUser } from '../accounts/create-account.ts';
import { deleteFlows } from './flow-state.ts';
import { updateProviders } from '../accounts/identities.ts';
import { endSessions } from '../sessions/sessions.ts';
import {
  type ExternalIdentity,
  addIdentity,
  findIdentityOfAccount,
  hasVerifiedEmail,
  updateIdentity,
  updateMetadata,
} from './external-identity.ts';
import { deleteMailedTokens, type OneTimeToken } from '../tokens/one-time-tokens.ts';
import { randomUUID } from 'node:crypto';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { NewUserInput } from '../accounts/before-user-created.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { requestConfirmation } from '../accounts/email-confirmation.ts';
import { AuthError } from '../errors.ts';
import { findUser, isBanned, type Identity, type User } from '../accounts/users.ts';

/**
 * Removes the credentials of an account whose address was never verified, once a provider has verified
 * its owner: the creator of the account may have its password, other identities, sessions or mailed
 * tokens. Second factors stay, since a first factor must never remove one.
 * @param identityId the owner's identity, which stays
 * @returns the ids of the ended sessions, which LiveSessions must forget after the commit
 */
async function removeUnverifiedCredentials(
  sql: TransactionSql,
  userId: string,
  identityId: string,
  { email, data }: ExternalIdentity,
): Promise<string[]> {
  await sql`
    update auth.users
    set email = ${email}, encrypted_password = null, raw_user_meta_data = ${JSON.stringify(data)},
      phone_change = '', updated_at = now()
    where id = ${userId}`;
  await deleteMailedTokens(sql, userId);
  await sql`delete from auth.identities where user_id = ${userId} and id <> ${identityId}`;
  await deleteFlows(sql, userId);
  await confirmEmail(sql, userId);
  await updateProviders(sql, userId);
  return endSessions(sql, userId, 'global', '');
}

/**
 * The account that was signed in to, the mail that must confirm its address first, or the account that must pass the
 * hook before it is created.
 */
export type IdentitySignIn =
  | { readonly user: User; readonly endedSessions: readonly string[] }
  | { readonly toConfirm: OneTimeToken; readonly user: User; readonly to: string }
  | { readonly toAdmit: NewUserInput };

/** The error for an identity whose provider has not verified its address. */
export const emailNotVerified = (provider: string, isMailed: boolean): AuthError =>
  new AuthError(
    'provider_email_needs_verification',
    isMailed
      ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
      : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  );

/** Finds the account with this address, as its own or in a verified identity. */
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

/** Signs in to the account of a known identity. */
async function signInAgain(
  sql: TransactionSql,
  auth: AuthContext,
  identity: ExternalIdentity,
  known: Pick<Identity, 'id' | 'user_id'>,
): Promise<IdentitySignIn> {
  const before = await findUser(sql, known.user_id);
  if (!before) throw new AuthError('user_not_found', 'User not found');
  await updateIdentity(sql, known.id, identity);
  if (before.email && !before.email_confirmed_at) {
    if (identity.email !== before.email) throw emailNotVerified(identity.provider, false);
    if (!identity.isVerified) {
      return {
        toConfirm: await requestConfirmation(auth, sql, before.id, before.email),
        user: before,
        to: before.email,
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
 * Links the identity to the account that has its verified address. If that account has never verified
 * the address, somebody else may have created it in order to share the owner's account later, so its
 * other credentials are removed.
 */
async function linkToOwner(
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

/** Creates an account without a password for a new identity. */
async function createAccountForIdentity(
  sql: TransactionSql,
  auth: AuthContext,
  identity: ExternalIdentity,
  client: ClientInfo,
  isAdmitted: boolean,
): Promise<IdentitySignIn> {
  const { settings } = auth;
  if (!settings.enable_signup) {
    throw new AuthError('signup_disabled', 'Signups not allowed for this instance');
  }
  const { provider, email, data } = identity;
  const id = randomUUID();
  if (!isAdmitted) return { toAdmit: { id, email, provider, userMetadata: data } };
  await insertUser(sql, { id, email, passwordHash: null, provider, userMetadata: data });
  await addIdentity(sql, id, identity);
  const isConfirmed = identity.isVerified || !settings.email.enable_confirmations;
  if (email && !isConfirmed) {
    const toConfirm = await requestConfirmation(auth, sql, id, email);
    return { toConfirm, user: (await findUser(sql, id))!, to: email };
  }
  if (email) await confirmEmail(sql, id);
  const user = (await findUser(sql, id))!;
  await recordAuditEntry(sql, 'user_signedup', user, client.address, { provider });
  return { user, endedSessions: [] };
}

/**
 * Finds or creates the account of an identity that a provider has confirmed.
 * @param isAdmitted whether the hook `before_user_created` has admitted the account, if there is none yet; otherwise
 *   nothing is written for it
 * @throws {AuthError} `provider_email_needs_verification`, `signup_disabled`, `user_banned`,
 *   `unexpected_failure` if several accounts have the address
 */
export async function signInWithIdentity(
  sql: TransactionSql,
  auth: AuthContext,
  identity: ExternalIdentity,
  client: ClientInfo,
  isAdmitted: boolean,
): Promise<IdentitySignIn> {
  const { email, isVerified, provider } = identity;
  const known = await findIdentityOfAccount(sql, identity);
  const owner = !known && email && isVerified ? await findOwner(sql, email) : undefined;
  if (!known && email && !isVerified && (await isTaken(sql, email))) {
    throw emailNotVerified(provider, false);
  }
  let signIn: IdentitySignIn;
  if (known) signIn = await signInAgain(sql, auth, identity, known);
  else if (owner) signIn = await linkToOwner(sql, identity, owner, client);
  else return createAccountForIdentity(sql, auth, identity, client, isAdmitted);

  if ('endedSessions' in signIn) {
    if (isBanned(signIn.user)) throw new AuthError('user_banned', 'User is banned');
    await recordAuditEntry(sql, 'login', signIn.user, client.address, { provider });
  }
  return signIn;
}
