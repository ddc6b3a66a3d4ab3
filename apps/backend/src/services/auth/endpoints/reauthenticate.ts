import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { requireUser } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { mailReauthentication } from '../mail/mail-templates.ts';

/** `GET /reauthenticate`: mails the code that a change of password requires. */
export const reauthenticate: Endpoint = (auth) => async (context) => {
  const user = await requireUser(auth, context);
  const { email } = user;
  if (!email) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (!user.email_confirmed_at) {
    throw new AuthError('email_not_confirmed', 'Please verify your email first.', { status: 422 });
  }
  auth.limits.takeMail('reauthentication', email);
  const token = await auth.sql.begin(async (sql) => {
    await recordAuditEntry(
      sql,
      'user_reauthenticate_requested',
      user,
      readClientInfo(context).address,
    );
    return auth.oneTimeTokens.create(sql, {
      userId: user.id,
      email,
      purpose: 'reauthentication_token',
      pkce: false,
    });
  });
  mailReauthentication(auth, email, token);
  return context.json({});
};
