import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from '../../../database/sql.ts';

/** The state of a flow between the redirect to a provider and its callback. */
export interface ClientState {
  readonly id: string;
  /** The PKCE verifier, which is sent when the provider's code is exchanged. */
  readonly verifier: string;
}

/** Stores a new state, and deletes those without a callback for a day. */
export async function createClientState(
  sql: TransactionSql,
  provider: string,
): Promise<ClientState> {
  const id = randomUUID();
  const verifier = randomBytes(32).toString('base64url');
  await sql`delete from auth.oauth_client_states where created_at < now() - interval '1 day'`;
  await sql`
    insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
    values (${id}, ${provider}, ${verifier}, now())`;
  return { id, verifier };
}

/**
 * Deletes a state and returns its verifier: of two callbacks with the same state only one gets it.
 * @returns undefined if the state was used before
 */
export async function takeClientState(
  sql: Sql,
  id: string,
  provider: string,
): Promise<string | undefined> {
  const [row] = await sql<{ code_verifier: string }[]>`
    delete from auth.oauth_client_states
    where id = ${id} and provider_type = ${provider}
    returning code_verifier`;
  return row?.code_verifier;
}
