import { z } from 'zod';
import type { TransactionSql } from '../../../database/sql.ts';
import { audience } from '../../../identity/verify-token.ts';
import { insertIdentity } from './identities.ts';
import { instanceId, type Metadata } from './users.ts';

/** Longest user data, characters of JSON: every token carries it, in a header of at most 16 kB. */
const metadataLength = 6_000;

/** What an account says of itself. */
export const metadataSchema = z
  .record(z.string(), z.json())
  .refine((data) => JSON.stringify(data).length <= metadataLength, {
    error: `User data must be at most ${metadataLength} characters of JSON`,
  });

export interface NewAccount {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string;
  readonly userMetadata: Metadata;
  readonly appMetadata?: Metadata;
}

/**
 * Makes an account that is yet to be confirmed, with e-mail and password as its
 * way in. What a project's triggers on auth.users raise comes through.
 */
export async function createAccount(sql: TransactionSql, account: NewAccount): Promise<void> {
  const { id, email, userMetadata } = account;
  await insertUser(sql, { ...account, provider: 'email' });
  // What the account says of itself does not make its address its own.
  const data = { ...userMetadata, email_verified: false, phone_verified: false, email, sub: id };
  await insertIdentity(sql, id, 'email', id, data);
}

/** A row of auth.users; an account that comes through a provider may have less. */
interface NewUser extends Omit<NewAccount, 'email' | 'passwordHash'> {
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly provider: string;
}

/** The account alone, without a way in. */
export async function insertUser(sql: TransactionSql, user: NewUser): Promise<void> {
  const { id, email, passwordHash, provider, userMetadata, appMetadata = {} } = user;
  const providers = { provider, providers: [provider] };
  // The tokens are empty texts: GoTrue, to which accounts may move, cannot read null there.
  await sql`
    insert into auth.users
      (instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
       email_change_token_new, email_change)
    values
      (${instanceId}, ${id}, ${audience}, 'authenticated', ${email}, ${passwordHash},
       ${JSON.stringify({ ...providers, ...appMetadata })}, ${JSON.stringify(userMetadata)},
       now(), now(), '', '', '', '')`;
}

/** The account's e-mail is known to be its own; tokens that were to show that are void. */
export async function confirmEmail(sql: TransactionSql, userId: string): Promise<void> {
  await sql`
    update auth.users
    set email_confirmed_at = now(), confirmation_token = '', updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${userId}`;
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}
