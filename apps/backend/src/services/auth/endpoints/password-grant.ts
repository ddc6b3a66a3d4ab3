import { z } from 'zod';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { AuthError, invalidCredentials, validationFailed } from '../errors.ts';
import { findWeakness } from '../passwords/password-strength.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { startSession } from '../sessions/sessions.ts';
import { findUser, findUserByEmail, isBanned } from '../accounts/users.ts';

const bodySchema = z.object({
  email: z.string().max(255).nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
});

/**
 * `POST /token?grant_type=password`: signs in. An unknown e-mail and a wrong password take the same
 * time and get the same response. A ban or a missing confirmation is reported only when the password
 * is correct.
 */
export const passwordGrant: Endpoint = (auth) => async (context) => {
  const { email: address, phone, password } = await readBody(context, bodySchema);
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
