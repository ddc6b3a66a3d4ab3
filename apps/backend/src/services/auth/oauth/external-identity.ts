import type { TransactionSql } from '../../../database/sql.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { insertIdentity } from '../accounts/identities.ts';
import type { Identity, Metadata, User } from '../accounts/users.ts';
import type { ProviderProfile } from './providers/provider.ts';

/** A provider's profile in the form in which it is stored, with its e-mail in lower case. */
export interface ExternalIdentity {
  readonly provider: string;
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider has verified the e-mail. */
  readonly isVerified: boolean;
  /** GoTrue's `identity_data`, which is merged into the account's metadata too. */
  readonly data: Metadata;
}

/** @throws {AuthError} `validation_failed` for an invalid e-mail address */
export function toExternalIdentity(
  provider: string,
  { subject, email, claims }: ProviderProfile,
): ExternalIdentity {
  const address = email ? normalizeEmail(email.address) : null;
  const isVerified = email?.isVerified ?? false;
  return {
    provider,
    subject,
    email: address,
    isVerified,
    data: {
      ...claims,
      sub: subject,
      ...(address ? { email: address } : {}),
      email_verified: isVerified,
      phone_verified: false,
    },
  };
}

/** Whether the account has verified this address, by a mail or through a provider. */
export const hasVerifiedEmail = (user: User, email: string): boolean =>
  user.email_confirmed_at !== null &&
  user.identities.some(
    (identity) => identity.email === email && identity.identity_data.email_verified === true,
  );

export async function findIdentity(
  sql: TransactionSql,
  { provider, subject }: ExternalIdentity,
): Promise<Pick<Identity, 'id' | 'user_id'> | undefined> {
  const [identity] = await sql<Pick<Identity, 'id' | 'user_id'>[]>`
    select id, user_id from auth.identities
    where provider = ${provider} and provider_id = ${subject}
    for update`;
  return identity;
}

/**
 * Finds a stored identity, and locks first its account, then the identity. A callback that links an
 * identity uses the same order: otherwise the two would wait for each other.
 */
export async function findIdentityOfAccount(
  sql: TransactionSql,
  { provider, subject }: ExternalIdentity,
): Promise<Pick<Identity, 'id' | 'user_id'> | undefined> {
  const [identity] = await sql<Pick<Identity, 'id' | 'user_id'>[]>`
    with account as materialized (
      select id from auth.users where id in (
        select user_id from auth.identities
        where provider = ${provider} and provider_id = ${subject}
      ) for update
    )
    select identities.id, user_id from account join auth.identities on user_id = account.id
    where provider = ${provider} and provider_id = ${subject}
    for update of identities`;
  return identity;
}

export const addIdentity = (
  sql: TransactionSql,
  userId: string,
  { provider, subject, data }: ExternalIdentity,
): Promise<string> => insertIdentity(sql, userId, provider, subject, data);

/** Updates a stored identity. An address that was verified before stays verified. */
export async function updateIdentity(
  sql: TransactionSql,
  id: string,
  { data, email }: ExternalIdentity,
): Promise<void> {
  await sql`
    update auth.identities
    set last_sign_in_at = now(), updated_at = now(),
      identity_data = ${JSON.stringify(data)} || case
        when email = ${email} and identity_data @> '{"email_verified": true}'
        then '{"email_verified": true}'::jsonb else '{}' end
    where id = ${id}`;
}

/** Merges the provider's claims into the account's user_metadata, as GoTrue does. */
export async function updateMetadata(
  sql: TransactionSql,
  userId: string,
  { data }: ExternalIdentity,
): Promise<void> {
  await sql`
    update auth.users
    set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(data)},
      updated_at = now()
    where id = ${userId}`;
}
