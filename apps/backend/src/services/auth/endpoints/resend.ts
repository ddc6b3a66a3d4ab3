import { z } from 'zod';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { AuthContext, Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo, type ClientInfo } from '../client-info.ts';
import { requestConfirmation } from '../accounts/email-confirmation.ts';
import { mailEmailChangeTokens, requestEmailChange } from '../accounts/email-change.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { mailConfirmation } from '../mail/account-mails.ts';
import { readBody } from '../request-body.ts';
import { findUserByEmail, type User } from '../accounts/users.ts';

const bodySchema = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

type Body = z.output<typeof bodySchema>;

/** @throws {AuthError} with GoTrue's messages, in GoTrue's order */
const readRequest = ({ settings }: AuthContext, body: Body) => {
  const { type, email, phone } = body;
  const mailed = type === 'signup' || type === 'email_change';
  if (!mailed && type !== 'sms' && type !== 'phone_change') {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!email && type === 'signup') {
    throw validationFailed('Type provided requires an email address');
  }
  if (!phone && type === 'sms') throw validationFailed('Type provided requires a phone number');
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided.');
  }
  if (phone || !mailed) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw validationFailed('Missing email address or phone number');
  if (!settings.email.enable_signup) {
    throw new AuthError('email_provider_disabled', 'Email logins are disabled', { status: 400 });
  }
  return { type, email: normalizeEmail(email) };
};

interface ResendOptions {
  readonly client: ClientInfo;
  readonly redirectTo: string;
}

const resendConfirmation = async (
  auth: AuthContext,
  user: User,
  email: string,
  { client, redirectTo }: ResendOptions,
) => {
  if (user.email_confirmed_at) return;
  const token = await auth.sql.begin(async (sql) => {
    await recordAuditEntry(sql, 'user_confirmation_requested', user, client.address);
    return requestConfirmation(auth, sql, user.id, email);
  });
  mailConfirmation(auth, { user, to: email, token, redirectTo });
};

const resendEmailChange = async (auth: AuthContext, user: User, { redirectTo }: ResendOptions) => {
  const { email_change: newEmail } = user;
  if (!newEmail) return;
  const change = await auth.sql.begin((sql) => requestEmailChange(auth, sql, user, newEmail));
  mailEmailChangeTokens(auth, user, change, redirectTo);
};

/** `POST /resend`: mails a confirmation again. The response does not reveal whether there is one. */
export const resend: Endpoint = (auth) => async (context) => {
  auth.limits.mailRequestsPerAddress.take(addressKey(context));
  const { type, email } = readRequest(auth, await readBody(context, bodySchema));
  auth.limits.takeMail(type === 'signup' ? 'confirmation' : 'email_change', email);
  const options = {
    client: readClientInfo(context),
    redirectTo: auth.redirects.choose(context.req.query('redirect_to')),
  };
  auth.backgroundTasks.run(async () => {
    const user = await findUserByEmail(auth.sql, email);
    if (!user) return;
    if (type === 'signup') await resendConfirmation(auth, user, email, options);
    else await resendEmailChange(auth, user, options);
  });
  return context.json({});
};
