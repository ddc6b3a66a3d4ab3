import { randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../../database/sql.ts';
import type { Metadata } from './users.ts';

/**
 * Adds an identity to an account.
 * @param subject the provider's id of the person
 * @returns the identity's id
 */
export async function insertIdentity(
  sql: TransactionSql,
  userId: string,
  provider: string,
  subject: string,
  data: Metadata,
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into auth.identities
      (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values
      (${id}, ${subject}, ${userId}, ${JSON.stringify(data)}, ${provider}, now(), now(), now())`;
  return id;
}

/** Writes the providers of an account's identities into its app_metadata, the oldest first. */
export async function updateProviders(sql: TransactionSql, userId: string): Promise<void> {
  await sql`
    update auth.users
    set updated_at = now(),
      raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
        select jsonb_build_object(
          'provider', (array_agg(provider order by since))[1],
          'providers', jsonb_agg(provider order by since)
        )
        from (
          select provider, min(created_at) as since
          from auth.identities where user_id = ${userId} group by provider
        ) as identity_providers
      )
    where id = ${userId}`;
}
