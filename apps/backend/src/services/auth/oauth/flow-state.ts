import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../../database/sql.ts';
import { checkCodeVerifier, type CodeChallenge } from './code-challenge.ts';
import { AuthError } from '../errors.ts';
import { openText, sealText, type SealingKey } from '../tokens/sealed-text.ts';
import type { ProviderTokens } from './providers/provider.ts';
import type { SignInMethod } from '../sessions/sessions.ts';

/** How long a flow through a provider, and the code of a mailed link, may be used, seconds; GoTrue's. */
export const flowLifetime = 300;

/** How long unfinished flows are stored, as in GoTrue. */
const retention = '1 day';

/** Ways to sign in that end with a code, which the client exchanges for a session. */
export type FlowMethod = Exclude<SignInMethod, 'password' | 'otp'>;

/** A new row of auth.flow_state. */
interface NewFlow {
  readonly method: FlowMethod;
  /** GoTrue's `provider_type`: `google`, `email`, `recovery`. */
  readonly provider: string;
  /** Null in an implicit flow. */
  readonly challenge: CodeChallenge | null;
  /** The account of a mail's recipient; other flows have none at the start. */
  readonly userId?: string;
  /** The target to which the flow redirects at its end. */
  readonly referrer?: string;
  /** The row with the PKCE verifier for the provider: see client-state.ts. */
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
      (id, user_id, code_challenge_method, code_challenge, provider_type, authentication_method,
       referrer, oauth_client_state_id, linking_target_id, created_at, updated_at)
    values
      (${id}, ${flow.userId ?? null}, ${flow.challenge?.method ?? null},
       ${flow.challenge?.challenge ?? null}, ${flow.provider}, ${flow.method},
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

/**
 * Issues a code for an account whose mailed link was followed, in its latest flow of this method.
 * @throws {AuthError} `flow_state_not_found` if none of its flows has a challenge
 */
export async function issueAuthCode(
  sql: TransactionSql,
  userId: string,
  method: Exclude<FlowMethod, 'oauth'>,
): Promise<string> {
  await sql`select from auth.users where id = ${userId} for update`;
  const [flow] = await sql<{ id: string }[]>`
    select id from auth.flow_state
    where user_id = ${userId} and authentication_method = ${method}
      and code_challenge is not null and auth_code is null
    order by created_at desc limit 1
    for update`;
  if (!flow) {
    throw new AuthError('flow_state_not_found', 'No valid flow state found for user.', {
      status: 422,
    });
  }
  return issueFlowCode(sql, flow.id, userId);
}

/** Deletes all flows of an account, some of which may not be its owner's. */
export async function deleteFlows(sql: TransactionSql, userId: string): Promise<void> {
  await sql`
    delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}`;
}

/** A flow whose code has been redeemed. */
export interface RedeemedFlow {
  readonly userId: string;
  readonly method: FlowMethod;
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
  // A mailed link may be followed long after its request, so the lifetime of its code begins when it is issued.
  const [flow] = await sql<FlowRow[]>`
    select id, user_id as "userId", authentication_method as method, provider_type as provider,
      jsonb_build_object('challenge', code_challenge, 'method', code_challenge_method) as challenge,
      provider_access_token as "accessToken", provider_refresh_token as "refreshToken",
      case authentication_method when 'oauth' then created_at else auth_code_issued_at end
        < now() - make_interval(secs => ${flowLifetime}) as expired
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
  const { userId, method, provider, accessToken, refreshToken } = flow;
  const open = (text: string) => openText(keyOfCode(code), flow.id, text);
  const tokens = accessToken
    ? { accessToken: open(accessToken), refreshToken: refreshToken && open(refreshToken) }
    : null;
  return { userId, method, provider, tokens };
}
