import type { TransactionSql } from '../../../database/sql.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { insertIdentity } from '../accounts/identities.ts';
import type { Identity, Metadata, User } from '../accounts/users.ts';
import type { ProviderProfile } from './providers/provider.ts';

/** A profile as it is kept, with its e-mail in lower case. */
export interface ExternalIdentity {
  readonly provider: string;
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider vouches for the e-mail. */
  readonly isVerified: boolean;
  /** GoTrue's `identity_data`, which becomes part of the account's metadata too. */
  readonly data: Metadata;
}

/** @throws {AuthError} `validation_failed` for an e-mail that is none */
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

/** Whether this address was shown to be the account's own: by a mail, or by a provider. */
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

export const addIdentity = (
  sql: TransactionSql,
  userId: string,
  { provider, subject, data }: ExternalIdentity,
): Promise<string> => insertIdentity(sql, userId, provider, subject, data);

/** Keeps what the provider says by now; a mailbox that was shown once stays shown. */
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

/** What the provider says becomes part of what the account says of itself, as GoTrue does. */
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
