import { z } from 'zod';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { redeemAuthCode } from '../oauth/flow-state.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { startSession } from '../sessions/sessions.ts';
import { findUser, isBanned } from '../accounts/users.ts';

const bodySchema = z.object({
  auth_code: z.string().nullish(),
  code_verifier: z.string().nullish(),
});

/**
 * `POST /token?grant_type=pkce`: exchanges the code of a sign-in through a provider or of a mailed link
 * for a session, once, with the verifier of the client that began the flow.
 */
export const pkceGrant: Endpoint = (auth) => async (context) => {
  auth.limits.exchangesPerAddress.take(addressKey(context));
  const { auth_code: code, code_verifier: verifier } = await readBody(context, bodySchema);
  if (!code || !verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const client = readClientInfo(context);
  const { user, grant, tokens } = await auth.sql.begin(async (sql) => {
    const flow = await redeemAuthCode(sql, code, verifier);
    const found = await findUser(sql, flow.userId);
    if (!found) {
      throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found');
    }
    if (isBanned(found)) throw new AuthError('user_banned', 'User is banned');
    await recordAuditEntry(sql, 'login', found, client.address, { provider_type: flow.provider });
    const started = await startSession(auth, sql, found, flow.method, client);
    return { grant: started, user: (await findUser(sql, found.id))!, tokens: flow.tokens };
  });
  return context.json({
    ...(await sessionResponse(auth.tokens, user, grant)),
    ...(tokens ? { provider_token: tokens.accessToken } : {}),
    ...(tokens?.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
  });
};
