import { z } from 'zod';
import type { Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { requestRecovery } from '../passwords/password-recovery.ts';
import { readBody } from '../request-body.ts';
import { findUserByEmail } from '../accounts/users.ts';

const bodySchema = z.object({
  email: z.string().nullish(),
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
  auth.limits.takeMail('recovery', email);
  const request = {
    client: readClientInfo(context),
    redirectTo: auth.redirects.choose(context.req.query('redirect_to')),
  };
  auth.backgroundTasks.run(async () => {
    const user = await findUserByEmail(auth.sql, email);
    if (user) await requestRecovery(auth, user, email, request);
  });
  return context.json({});
};
