import { DatabaseError } from 'pg';
import type { TransactionSql } from '../../../database/sql.ts';
import { runBeforeUserCreated } from '../accounts/before-user-created.ts';
import { isEmailTaken } from '../accounts/create-account.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientInfo } from '../client-info.ts';
import { AuthError } from '../errors.ts';
import { issueFlowCode, type PendingFlow } from './flow-state.ts';
import { mailConfirmation, mailIdentityChange } from '../mail/account-mails.ts';
import type { ProviderTokens } from './providers/provider.ts';
import { startSession, type SessionGrant } from '../sessions/sessions.ts';
import { findUser, type User } from '../accounts/users.ts';
import {
  signInWithIdentity,
  emailNotVerified,
  type IdentitySignIn,
} from './sign-in-with-identity.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { linkIdentityToAccount } from './link-identity-to-account.ts';

/** The client's result: a code to exchange, or in an implicit flow the session. */
export type FinishedFlow =
  | { readonly code: string }
  | { readonly user: User; readonly grant: SessionGrant };

type Outcome = {
  readonly finished: FinishedFlow;
  readonly user: User;
  readonly endedSessions: readonly string[];
};

/** Whether a concurrent callback has created the account or identity; a retry then finds it. */
const isCreatedMeanwhile = (error: unknown): boolean =>
  isEmailTaken(error) ||
  (error instanceof DatabaseError && error.constraint === 'identities_provider_id_provider_key');

const signInOrLink = async (
  sql: TransactionSql,
  auth: AuthContext,
  flow: PendingFlow,
  identity: ExternalIdentity,
  client: ClientInfo,
  isAdmitted: boolean,
): Promise<IdentitySignIn> => {
  if (!flow.linkingTargetId) return signInWithIdentity(sql, auth, identity, client, isAdmitted);
  const user = await linkIdentityToAccount(sql, flow.linkingTargetId, identity, client);
  return { user, endedSessions: [] };
};

async function issueCodeOrSession(
  auth: AuthContext,
  sql: TransactionSql,
  flow: PendingFlow,
  { user, endedSessions }: Extract<IdentitySignIn, { endedSessions: unknown }>,
  tokens: ProviderTokens,
  client: ClientInfo,
): Promise<Outcome> {
  if (flow.isPkce) {
    const code = await issueFlowCode(sql, flow.id, user.id, tokens);
    return { finished: { code }, user, endedSessions };
  }
  const grant = await startSession(auth, sql, user, 'oauth', client);
  await sql`delete from auth.flow_state where id = ${flow.id}`;
  return { finished: { grant, user: (await findUser(sql, user.id))! }, user, endedSessions };
}

/**
 * Finishes a flow: finds, creates or links the account, and issues its code or session.
 * @throws {AuthError} see `signInWithIdentity` and `linkIdentityToAccount`; `bad_oauth_state` if the flow was voided
 */
export async function finishOAuthFlow(
  auth: AuthContext,
  flow: PendingFlow,
  identity: ExternalIdentity,
  tokens: ProviderTokens,
  client: ClientInfo,
): Promise<FinishedFlow> {
  const attempt = (isAdmitted: boolean) =>
    auth.sql.begin(async (sql) => {
      // The account is locked before its flows, as by a change of password.
      if (flow.linkingTargetId) {
        await sql`select from auth.users where id = ${flow.linkingTargetId} for update`;
      }
      const [open] = await sql`select from auth.flow_state where id = ${flow.id} for update`;
      if (!open) throw new AuthError('bad_oauth_state', 'OAuth state not found or expired');
      const signIn = await signInOrLink(sql, auth, flow, identity, client, isAdmitted);
      if ('toAdmit' in signIn) return signIn;
      if ('endedSessions' in signIn)
        return issueCodeOrSession(auth, sql, flow, signIn, tokens, client);
      auth.limits.takeMail('confirmation', signIn.to);
      return signIn;
    });
  // The hook has a transaction of its own: what it writes stays when it refuses, and when the sign-in fails.
  const run = async () => {
    const outcome = await attempt(auth.settings.hook.before_user_created === null);
    if (!('toAdmit' in outcome)) return outcome;
    await runBeforeUserCreated(auth, outcome.toAdmit, client);
    const admitted = await attempt(true);
    if ('toAdmit' in admitted) throw new Error('an admitted account was not created');
    return admitted;
  };
  const outcome = await run().catch((error: unknown) => {
    if (!isCreatedMeanwhile(error)) throw error;
    return run();
  });
  if ('toConfirm' in outcome) {
    const { user, to, toConfirm: token } = outcome;
    mailConfirmation(auth, { user, to, token, redirectTo: flow.referrer });
    throw emailNotVerified(identity.provider, true);
  }
  if (flow.linkingTargetId) {
    mailIdentityChange(auth, 'identity_linked', outcome.user, identity.provider);
  }
  auth.sessions.forget(outcome.endedSessions);
  return outcome.finished;
}
