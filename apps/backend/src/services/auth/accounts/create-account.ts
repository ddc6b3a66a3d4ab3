import { DatabaseError } from 'pg';
import { z } from 'zod';
import type { TransactionSql } from '../../../database/sql.ts';
import { audience } from '../../../identity/verify-token.ts';
import { insertIdentity } from './identities.ts';
import { instanceId, type Metadata } from './users.ts';

/** Longest user data, characters of JSON: every access token contains it, and headers are limited to 16 kB. */
const metadataLength = 6_000;

/** Data that an account's owner sets: `user_metadata`. */
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
 * Creates an unconfirmed account with an e-mail identity.
 * @throws errors that the project's triggers on auth.users raise
 */
export async function createAccount(sql: TransactionSql, account: NewAccount): Promise<void> {
  const { id, email, userMetadata } = account;
  await insertUser(sql, { ...account, provider: 'email' });
  // Last, so that the user's own data cannot mark the address as verified.
  const data = { ...userMetadata, email_verified: false, phone_verified: false, email, sub: id };
  await insertIdentity(sql, id, 'email', id, data);
}

/** A new row of auth.users; an account from a provider may have no e-mail and has no password. */
interface NewUser extends Omit<NewAccount, 'email' | 'passwordHash'> {
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly provider: string;
}

/** Inserts the account without an identity. */
export async function insertUser(sql: TransactionSql, user: NewUser): Promise<void> {
  const { id, email, passwordHash, provider, userMetadata, appMetadata = {} } = user;
  const providers = { provider, providers: [provider] };
  // Tokens are empty strings, since GoTrue, to which accounts may move, cannot read null tokens.
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

/** Whether a statement failed because another account has the e-mail address. */
export const isEmailTaken = (error: unknown): boolean =>
  error instanceof DatabaseError && error.constraint === 'users_email_partial_key';

/** Marks the account's e-mail as confirmed, and deletes the tokens that were mailed to confirm it. */
export async function confirmEmail(sql: TransactionSql, userId: string): Promise<void> {
  await sql`
    update auth.users
    set email_confirmed_at = now(), confirmation_token = '', updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${userId}`;
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`;
}
