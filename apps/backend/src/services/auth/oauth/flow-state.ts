import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { TransactionSql, Sql } from '../../../database/sql.ts';
import { checkCodeVerifier, type CodeChallenge } from './code-challenge.ts';
import { AuthError } from '../errors.ts';
import { openText, sealText, type SealingKey } from '../tokens/sealed-text.ts';
import type { ProviderTokens } from './providers/provider.ts';
import { z } from 'zod';

/** How long a flow through a provider may take, seconds; GoTrue's. */
const flowLifetime = 300;

/** How long unfinished flows are stored, as in GoTrue. */
const retention = '1 day';

/** A new row of auth.flow_state. */
interface NewFlow {
  /** GoTrue's `provider_type`: `google`, `email`, `recovery`. */
  readonly provider: string;
  /** Null in an implicit flow. */
  readonly challenge: CodeChallenge | null;
  /** The target to which the flow redirects at its end. */
  readonly referrer?: string;
  /** The row with the PKCE verifier for the provider. */
  readonly clientStateId?: string;
  /** The account to which the identity will be linked. */
  readonly linkingTargetId?: string;
}

/**
 * Stores a new flow.
 * @returns the flow's id, which a provider gets as `state`
 */
export async function createFlow(sql: TransactionSql, flow: NewFlow): Promise<string> {
  const id = randomUUID();
  await sql`delete from auth.flow_state where created_at < now() - ${retention}::interval`;
  await sql`
    insert into auth.flow_state
      (id, code_challenge_method, code_challenge, provider_type, authentication_method,
       referrer, oauth_client_state_id, linking_target_id, created_at, updated_at)
    values
      (${id}, ${flow.challenge?.method ?? null},
       ${flow.challenge?.challenge ?? null}, ${flow.provider}, 'oauth',
       ${flow.referrer ?? null}, ${flow.clientStateId ?? null}, ${flow.linkingTargetId ?? null},
       now(), now())`;
  return id;
}

/**
 * The key of a flow's provider tokens. The database has only a hash of the code, so that neither it nor
 * a copy of it can decrypt them.
 */
const keyOfCode = (code: string): SealingKey => ({ id: 'code', key: code });

/** Codes are stored as hashes only. */
const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/**
 * Issues the code of a flow whose account is known.
 * @param tokens the provider's tokens, which the client gets with the session
 */
export async function issueFlowCode(
  sql: TransactionSql,
  flowId: string,
  userId: string,
  tokens: ProviderTokens | null = null,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const refreshToken = tokens?.refreshToken;
  await sql`
    update auth.flow_state
    set user_id = ${userId}, auth_code = ${hashCode(code)}, auth_code_issued_at = now(),
      updated_at = now(),
      provider_access_token = ${tokens ? sealText(keyOfCode(code), flowId, tokens.accessToken) : null},
      provider_refresh_token = ${refreshToken ? sealText(keyOfCode(code), flowId, refreshToken) : null}
    where id = ${flowId}`;
  return code;
}

/** Deletes all flows of an account, some of which may not be its owner's. */
export async function deleteFlows(sql: TransactionSql, userId: string): Promise<void> {
  await sql`
    delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}`;
}

/** A flow whose code has been redeemed. */
export interface RedeemedFlow {
  readonly userId: string;
  readonly provider: string;
  readonly tokens: ProviderTokens | null;
}

interface FlowRow extends Omit<RedeemedFlow, 'tokens'> {
  readonly id: string;
  readonly challenge: CodeChallenge;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly expired: boolean;
}

/**
 * Redeems a code. After a wrong verifier the code can still be redeemed with the correct one.
 * @throws {AuthError} `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`
 */
export async function redeemAuthCode(
  sql: TransactionSql,
  code: string,
  verifier: string,
): Promise<RedeemedFlow> {
  // The account is locked before its flows, as by a change of password.
  await sql`
    select from auth.users
    where id = (select user_id from auth.flow_state where auth_code = ${hashCode(code)})
    for update`;
  const [flow] = await sql<FlowRow[]>`
    select id, user_id as "userId", provider_type as provider,
      jsonb_build_object('challenge', code_challenge, 'method', code_challenge_method) as challenge,
      provider_access_token as "accessToken", provider_refresh_token as "refreshToken",
      created_at < now() - make_interval(secs => ${flowLifetime}) as expired
    from auth.flow_state
    where auth_code = ${hashCode(code)} and user_id is not null and code_challenge is not null
    for update`;
  if (!flow) {
    throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  if (flow.expired) {
    throw new AuthError('flow_state_expired', 'invalid flow state, flow state has expired');
  }
  checkCodeVerifier(flow.challenge, verifier);
  await sql`delete from auth.flow_state where id = ${flow.id}`;
  const { userId, provider, accessToken, refreshToken } = flow;
  const open = (text: string) => openText(keyOfCode(code), flow.id, text);
  const tokens = accessToken
    ? { accessToken: open(accessToken), refreshToken: refreshToken && open(refreshToken) }
    : null;
  return { userId, provider, tokens };
}

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
