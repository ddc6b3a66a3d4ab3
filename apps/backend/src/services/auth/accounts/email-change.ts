import { randomUUID } from 'node:crypto';
import { identifier } from '../../../database/fragment.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import { recordAuditEntry } from './audit-log.ts';
import { isEmailTaken } from './create-account.ts';
import { updateProviders } from './identities.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { emailExists } from '../errors.ts';
import { mailEmailChange } from '../mail/account-mails.ts';
import type { OneTimeToken, Purpose } from '../tokens/one-time-tokens.ts';
import type { User } from './users.ts';

/**
 * Checks that no other account has this address.
 * @throws {AuthError} `email_exists` if another account or its identity at a provider has it
 */
export async function checkEmailIsFree(
  { sql }: AuthContext,
  user: User,
  email: string,
): Promise<void> {
  const [row] = await sql<{ taken: boolean }[]>`
    select exists (select from auth.users where email = ${email} and id <> ${user.id})
      or exists (select from auth.identities where email = ${email} and user_id <> ${user.id})
      as taken`;
  if (row?.taken) throw emailExists();
}

/** The tokens of a requested change; the current address has one if both addresses must confirm. */
interface EmailChange {
  readonly newEmail: string;
  readonly forNew: OneTimeToken;
  readonly forCurrent: OneTimeToken | null;
}

/** Stores the requested address, and creates the tokens that confirm it. */
export async function requestEmailChange(
  { oneTimeTokens, settings }: AuthContext,
  sql: TransactionSql,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  newEmail: string,
): Promise<EmailChange> {
  await sql`
    update auth.users
    set email_change = ${newEmail}, email_change_confirm_status = 0, updated_at = now(),
      email_change_token_current = '', email_change_token_new = ''
    where id = ${userId}`;
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${userId} and token_type = 'email_change_token_current'`;
  const create = (to: string, purpose: Purpose) =>
    oneTimeTokens.create(sql, { userId, email: to, purpose });
  const asksBoth = settings.email.double_confirm_changes && email;
  return {
    newEmail,
    forNew: await create(newEmail, 'email_change_token_new'),
    forCurrent: asksBoth ? await create(email, 'email_change_token_current') : null,
  };
}

/** Mails the tokens of a change, each to its address. */
export function mailEmailChangeTokens(
  auth: AuthContext,
  user: Pick<User, 'email' | 'raw_user_meta_data'>,
  { newEmail, forNew, forCurrent }: EmailChange,
  redirectTo: string,
): void {
  const mail = (to: string, token: OneTimeToken) =>
    mailEmailChange(auth, { user, to, token, redirectTo, newEmail });
  mail(newEmail, forNew);
  if (forCurrent && user.email) mail(user.email, forCurrent);
}

/**
 * Records the confirmation of one address. The last required confirmation makes the change.
 * @returns whether the change was made
 * @throws {AuthError} `email_exists` if another account has taken the address meanwhile
 */
export async function confirmEmailChange(
  { settings }: AuthContext,
  sql: TransactionSql,
  user: User,
  purpose: Purpose,
  client: ClientInfo,
): Promise<boolean> {
  const [row] = await sql<{ email_change: string; email_change_confirm_status: number }[]>`
    select email_change, email_change_confirm_status from auth.users where id = ${user.id}`;
  const { email_change: email = '', email_change_confirm_status: confirmed } = row ?? {};
  if (settings.email.double_confirm_changes && user.email && !confirmed) {
    await sql`
      update auth.users
      set email_change_confirm_status = 1, ${identifier(purpose)} = '', updated_at = now()
      where id = ${user.id}`;
    return false;
  }

  try {
    await sql`
      update auth.users
      set email = ${email}, email_change = '', email_change_confirm_status = 0,
        email_change_token_current = '', email_change_token_new = '', confirmation_token = '',
        recovery_token = '', email_confirmed_at = coalesce(email_confirmed_at, now()),
        updated_at = now()
      where id = ${user.id}`;
  } catch (error) {
    throw isEmailTaken(error) ? emailExists(error) : error;
  }
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  const identity = { sub: user.id, email, email_verified: true, phone_verified: false };
  await sql`
    insert into auth.identities as identity
      (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
    values
      (${randomUUID()}, ${user.id}, ${user.id}, ${JSON.stringify(identity)}, 'email', now(), now())
    on conflict (provider_id, provider) do update
      set identity_data =
          identity.identity_data || ${JSON.stringify({ email, email_verified: true })},
        updated_at = now()`;
  await updateProviders(sql, user.id);
  await recordAuditEntry(sql, 'user_modified', user, client.address);
  return true;
}
