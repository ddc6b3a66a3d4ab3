import { z } from 'zod';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { AuthError, invalidCredentials, validationFailed, notServed } from '../errors.ts';
import { findWeakness } from '../passwords/password-strength.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse, startSession } from '../sessions/sessions.ts';
import { findUser, findUserByEmail, isBanned } from '../accounts/users.ts';
import { redeemAuthCode } from '../oauth/flow-state.ts';
import { refreshSession } from '../sessions/refresh-session.ts';

const passwordSchema = z.object({
  email: z.string().max(255).nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/**
 * `POST /token?grant_type=password`: signs in. An unknown e-mail and a wrong password take the same
 * time and get the same response. A ban or a missing confirmation is reported only when the password
 * is correct.
 */
const passwordGrant: Endpoint = (auth) => async (context) => {
  const { email: address, phone, password } = await readBody(context, passwordSchema);
  if (address && phone) {
    throw validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (phone) {
    throw new AuthError('phone_provider_disabled', 'Phone logins are disabled', { status: 422 });
  }
  if (!address) throw validationFailed('missing email or phone');
  if (!auth.settings.email.enable_signup) {
    throw new AuthError('email_provider_disabled', 'Email logins are disabled');
  }
  const email = address.toLowerCase();
  const client = readClientInfo(context);

  const user = await findUserByEmail(auth.sql, email);
  const hash = user?.encrypted_password ?? null;
  const isRight = await auth.limits.tryPassword(email, addressKey(context), () =>
    auth.passwords.verify(password ?? '', hash, context.get('caller').client),
  );
  if (!user || !isRight) throw invalidCredentials();
  if (isBanned(user)) throw new AuthError('user_banned', 'User is banned', { status: 400 });
  if (!user.email_confirmed_at) throw new AuthError('email_not_confirmed', 'Email not confirmed');

  const [grant, signedIn] = await auth.sql.begin(async (sql) => {
    await recordAuditEntry(sql, 'login', user, client.address, { provider: 'email' });
    return Promise.all([
      startSession(auth, sql, user, 'password', client),
      findUser(sql, user.id).then((found) => found!),
    ]);
  });
  const weakness = findWeakness(password ?? '', auth.passwordRules);
  return context.json({
    ...(await sessionResponse(auth.tokens, signedIn, grant)),
    ...(weakness ? { weak_password: weakness } : {}),
  });
};

const codeSchema = z.object({
  auth_code: z.string().nullish(),
  code_verifier: z.string().nullish(),
});

/**
 * `POST /token?grant_type=pkce`: exchanges the code of a sign-in through a provider for a session,
 * once, with the verifier of the client that began the flow.
 */
const pkceGrant: Endpoint = (auth) => async (context) => {
  auth.limits.exchangesPerAddress.take(addressKey(context));
  const { auth_code: code, code_verifier: verifier } = await readBody(context, codeSchema);
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
    const started = await startSession(auth, sql, found, 'oauth', client);
    return { grant: started, user: (await findUser(sql, found.id))!, tokens: flow.tokens };
  });
  return context.json({
    ...(await sessionResponse(auth.tokens, user, grant)),
    ...(tokens ? { provider_token: tokens.accessToken } : {}),
    ...(tokens?.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
  });
};

const refreshSchema = z.object({
  refresh_token: z.string().min(1, { error: 'refresh_token required' }).max(255),
});

/** `POST /token?grant_type=refresh_token`: exchanges a refresh token for the session's next tokens. */
const refreshTokenGrant: Endpoint = (auth) => async (context) => {
  auth.limits.refreshesPerAddress.take(addressKey(context));
  const { refresh_token: refreshToken } = await readBody(context, refreshSchema);
  const { user, grant } = await refreshSession(auth, refreshToken, readClientInfo(context));
  return context.json(await sessionResponse(auth.tokens, user, grant));
};

/** `POST /token?grant_type=…`: issues a session's tokens, by type of grant. */
export const token: Endpoint = (auth) => {
  const grants = {
    password: passwordGrant(auth),
    refresh_token: refreshTokenGrant(auth),
    pkce: pkceGrant(auth),
  };
  return (context) => {
    const type = context.req.query('grant_type');
    if (type === 'password' || type === 'refresh_token' || type === 'pkce') {
      return grants[type](context);
    }
    if (type === 'web3') throw new AuthError('web3_provider_disabled', 'Web3 provider is disabled');
    if (type === 'id_token') throw notServed('grant_type=id_token');
    throw new AuthError('invalid_credentials', 'unsupported_grant_type');
  };
};
