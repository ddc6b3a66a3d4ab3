import type { Endpoint, AuthContext } from '../auth-context.ts';
import { requireUser, requireClaims } from '../accounts/require-user.ts';
import { userJson, findUser, type User } from '../accounts/users.ts';
import { z } from 'zod';
import type { Client } from '../../../identity/client.ts';
import { metadataSchema } from '../accounts/create-account.ts';
import { recordAuditEntry } from '../accounts/audit-log.ts';
import { readClientInfo } from '../client-info.ts';
import {
  checkEmailIsFree,
  mailEmailChangeTokens,
  requestEmailChange,
} from '../accounts/email-change.ts';
import { mailPasswordChanged } from '../mail/account-mails.ts';
import { normalizeEmail } from '../accounts/email-address.ts';
import { AuthError, notServed } from '../errors.ts';
import { deleteFlows } from '../oauth/flow-state.ts';
import { checkNewPassword } from '../passwords/password-strength.ts';
import { requireReauthentication } from './reauthenticate.ts';
import { deleteMailedTokens } from '../tokens/one-time-tokens.ts';
import { readBody } from '../request-body.ts';
import { requireAal2 } from '../sessions/assurance-level.ts';
import { endSessions } from '../sessions/sessions.ts';

/** `GET /user`: the caller's account in its current state, which may differ from its token. */
export const getUser: Endpoint = (auth) => async (context) =>
  context.json(userJson(await requireUser(auth, context)));

const bodySchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: metadataSchema.nullish(),
  app_metadata: z.unknown().optional(),
});

type Body = z.output<typeof bodySchema>;

/** Whether a request changes the account. Unlike in GoTrue, changing user data requires the second factor too. */
const changesAccount = ({ email, phone, password, data }: Body, user: User): boolean =>
  Boolean(password || data || (email && email !== user.email) || (phone && phone !== user.phone));

/** Refuses fields that this endpoint does not change. */
const checkFields = ({ phone, app_metadata }: Body, user: User): void => {
  if (app_metadata) {
    throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (phone && phone !== user.phone) throw notServed('Changing the phone number');
};

/** The requested new address; null if the request does not change it. */
const readNewEmail = async (auth: AuthContext, { email: requested }: Body, user: User) => {
  const email = requested ? normalizeEmail(requested) : user.email;
  if (!email || email === user.email) return null;
  await checkEmailIsFree(auth, user, email);
  auth.limits.takeMail('email_change', user.email ?? user.id);
  return email;
};

/**
 * Checks and hashes a new password. If the settings demand it, the current password, a recent sign-in or
 * the mailed code is required. The current password is checked wherever it is sent.
 * @throws {AuthError} `current_password_invalid`, `same_password`, `weak_password`, and those of `requireReauthentication`
 */
async function hashNewPassword(
  auth: AuthContext,
  user: User,
  { password, current_password: current, nonce }: Body,
  { sessionId, client }: { readonly sessionId: string; readonly client: Client },
): Promise<string | null> {
  if (!password) return null;
  const { passwords, limits, passwordRules } = auth;
  checkNewPassword(password, passwordRules);
  const old = user.encrypted_password;
  if (!old || !current) await requireReauthentication(auth, user, sessionId, nonce);
  else {
    const isRight = await limits.tryPassword(user.email ?? user.id, client.address, () =>
      passwords.verify(current, old, client),
    );
    if (!isRight) {
      throw new AuthError(
        'current_password_invalid',
        'Current password required when setting new password.',
      );
    }
  }
  if (old && (await passwords.verify(password, old, client))) {
    throw new AuthError('same_password', 'New password should be different from the old password.');
  }
  return passwords.hash(password, client);
}

/**
 * `PUT /user`: changes the account's data (null removes a key), its password, and its e-mail once that
 * is confirmed. A new password ends every other session and deletes all mailed tokens, since somebody
 * who knew the old one may have both.
 */
export const updateUser: Endpoint = (auth) => async (context) => {
  const body = await readBody(context, bodySchema);
  const claims = requireClaims(context);
  const { session_id: sessionId } = claims;
  const user = await requireUser(auth, context);
  auth.limits.updatesPerAccount.take(user.id);
  if (changesAccount(body, user)) {
    await requireAal2(auth, claims, user, 'update email or password');
  }
  checkFields(body, user);
  const { address } = readClientInfo(context);
  const passwordHash = await hashNewPassword(auth, user, body, {
    sessionId,
    client: context.get('caller').client,
  });
  const newEmail = await readNewEmail(auth, body, user);

  const { changed, change, ended } = await auth.sql.begin(async (sql) => {
    let endedSessions: string[] = [];
    if (passwordHash) {
      // The user's row is locked first: see startSession.
      await sql`
        update auth.users
        set encrypted_password = ${passwordHash}, updated_at = now() where id = ${user.id}`;
      await deleteMailedTokens(sql, user.id);
      await deleteFlows(sql, user.id);
      endedSessions = await endSessions(sql, user.id, 'others', sessionId);
      await recordAuditEntry(sql, 'user_updated_password', user, address);
    }
    if (body.data) {
      const removed = Object.keys(body.data).filter((key) => body.data?.[key] === null);
      await sql`
        update auth.users
        set raw_user_meta_data =
            (coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(body.data)}) - ${removed}::text[],
          updated_at = now()
        where id = ${user.id}`;
    }
    const emailChange = newEmail ? await requestEmailChange(auth, sql, user, newEmail) : null;
    await recordAuditEntry(sql, 'user_modified', user, address);
    const after = (await findUser(sql, user.id))!;
    return { changed: after, change: emailChange, ended: endedSessions };
  });
  auth.sessions.forget(ended);
  if (passwordHash) mailPasswordChanged(auth, user);
  if (change) {
    mailEmailChangeTokens(
      auth,
      user,
      change,
      auth.redirects.choose(context.req.query('redirect_to')),
    );
  }
  return context.json(userJson(changed));
};
