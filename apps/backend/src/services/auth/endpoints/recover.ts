import { z } from 'zod';
import type { Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { readCodeChallenge } from '../oauth/code-challenge.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { requestRecovery } from '../passwords/password-recovery.ts';
import { readBody } from '../request-body.ts';
import { findUserByEmail } from '../accounts/users.ts';

const bodySchema = z.object({
  email: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
});

/**
 * `POST /recover`: mails a link and a code with which the owner signs in without a password. The
 * response does not reveal whether the account exists.
 */
export const recover: Endpoint = (auth) => async (context) => {
  auth.limits.mailRequestsPerAddress.take(addressKey(context));
  if (!auth.settings.email.enable_signup) {
    throw new AuthError('email_provider_disabled', 'Email logins are disabled', { status: 400 });
  }
  const body = await readBody(context, bodySchema);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  const email = normalizeEmail(body.email);
  const challenge = readCodeChallenge(body.code_challenge, body.code_challenge_method);
  auth.limits.takeMail('recovery', email);
  const request = {
    client: readClientInfo(context),
    challenge,
    redirectTo: auth.redirects.choose(context.req.query('redirect_to')),
  };
  auth.backgroundTasks.run(async () => {
    const user = await findUserByEmail(auth.sql, email);
    if (user) await requestRecovery(auth, user, email, request);
  });
  return context.json({});
};
