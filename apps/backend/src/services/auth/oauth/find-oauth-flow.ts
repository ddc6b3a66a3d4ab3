import { z } from 'zod';
import type { Sql } from '../../../database/sql.ts';
import { AuthError } from '../errors.ts';
import { flowLifetime } from './flow-state.ts';

/** A flow whose callback has come and has not been handled. */
export interface PendingFlow {
  readonly id: string;
  readonly provider: string;
  /** Where the flow leads to; checked against the allowed redirects when it began. */
  readonly referrer: string;
  readonly clientStateId: string;
  readonly linkingTargetId: string | null;
  /** Whether the client began with a challenge, and gets a code to exchange. */
  readonly isPkce: boolean;
}

interface Row {
  readonly id: string;
  readonly provider_type: string;
  readonly referrer: string;
  readonly oauth_client_state_id: string;
  readonly linking_target_id: string | null;
  readonly is_pkce: boolean;
  readonly used: boolean;
  readonly expired: boolean;
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
  const [flow] = await sql<Row[]>`
    select id, provider_type, referrer, oauth_client_state_id, linking_target_id,
      code_challenge is not null as is_pkce, user_id is not null as used,
      created_at < now() - make_interval(secs => ${flowLifetime}) as expired
    from auth.flow_state
    where id = ${state} and referrer is not null and oauth_client_state_id is not null`;
  if (!flow) throw new AuthError('bad_oauth_state', 'OAuth state not found or expired');
  if (flow.expired) throw new AuthError('bad_oauth_state', 'OAuth state has expired');
  if (flow.used) throw new AuthError('flow_state_already_used', 'State has already been used');
  return {
    id: flow.id,
    provider: flow.provider_type,
    referrer: flow.referrer,
    clientStateId: flow.oauth_client_state_id,
    linkingTargetId: flow.linking_target_id,
    isPkce: flow.is_pkce,
  };
}
