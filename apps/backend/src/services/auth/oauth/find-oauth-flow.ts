import { z } from 'zod';
import type { Sql } from '../../../database/sql.ts';
import { AuthError } from '../errors.ts';
import { flowLifetime } from './flow-state.ts';

/** A flow whose callback has arrived and has not been handled. */
export interface PendingFlow {
  readonly id: string;
  readonly provider: string;
  /** The target of the flow, which was checked against the allowed redirects when it began. */
  readonly referrer: string;
  readonly clientStateId: string;
  readonly linkingTargetId: string | null;
  /** Whether the client began with a challenge, and gets a code to exchange. */
  readonly isPkce: boolean;
}

/**
 * Finds the flow that a callback's `state` names.
 * @throws {AuthError} `bad_oauth_callback`, `bad_oauth_state`, `flow_state_already_used`
 */
export async function findOAuthFlow(sql: Sql, state: string | undefined): Promise<PendingFlow> {
  if (!state) throw new AuthError('bad_oauth_callback', 'OAuth state parameter missing');
  if (!z.uuid().safeParse(state).success) {
    throw new AuthError('bad_oauth_state', 'OAuth state parameter is invalid');
  }
  const [row] = await sql<(PendingFlow & { used: boolean; expired: boolean })[]>`
    select id, provider_type as provider, referrer, oauth_client_state_id as "clientStateId",
      linking_target_id as "linkingTargetId", code_challenge is not null as "isPkce",
      user_id is not null as used,
      created_at < now() - make_interval(secs => ${flowLifetime}) as expired
    from auth.flow_state
    where id = ${state} and referrer is not null and oauth_client_state_id is not null`;
  if (!row) throw new AuthError('bad_oauth_state', 'OAuth state not found or expired');
  const { used, expired, ...flow } = row;
  if (expired) throw new AuthError('bad_oauth_state', 'OAuth state has expired');
  if (used) throw new AuthError('flow_state_already_used', 'State has already been used');
  return flow;
}
