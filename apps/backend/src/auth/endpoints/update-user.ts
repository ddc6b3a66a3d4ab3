import { z } from 'zod';
import { metadataSchema } from '../accounts.ts';
import { recordAct } from '../audit.ts';
import type { Auth, Endpoint } from '../auth.ts';
import { requireClaims, requireUser } from '../caller-account.ts';
import { addressKey, readClient } from '../client.ts';
import { AuthError } from '../errors.ts';
import { checkNewPassword } from '../password-strength.ts';
import { readBody } from '../request-body.ts';
import { requireAal2ToChange } from '../require-aal2.ts';
import { endSessions } from '../sessions.ts';
import { findUser, userJson, type User } from '../users.ts';

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

/** Refuses what this endpoint does not change. */
const checkFields = ({ email, phone, nonce, app_metadata }: Body, user: User): void => {
  if (app_metadata) {
    throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (email && email.toLowerCase() !== user.email) {
    throw new AuthError('feature_disabled', 'Changing the email address is not served here');
  }
  if (phone && phone !== user.phone) {
    throw new AuthError('feature_disabled', 'Changing the phone number is not served here');
  }
  if (nonce) throw new AuthError('feature_disabled', 'Reauthentication is not served here');
};

/**
 * The hash of a new password, once the old one was shown where it was sent along.
 * @throws {AuthError} `current_password_invalid`, `same_password`, `weak_password`
 */
async function hashNewPassword(
  { passwords, limits, settings }: Auth,
  user: User,
  password: string,
  current: string | null | undefined,
  address: string,
): Promise<string> {
  checkNewPassword(password, settings.minimum_password_length);
  const old = user.encrypted_password;
  if (old && current) {
    const isRight = await limits.tryPassword(user.email ?? user.id, address, () =>
      passwords.verify(current, old),
    );
    if (!isRight) {
      throw new AuthError(
        'current_password_invalid',
        'Current password required when setting new password.',
      );
    }
  }
  if (old && (await passwords.verify(password, old))) {
    throw new AuthError('same_password', 'New password should be different from the old password.');
  }
  return passwords.hash(password);
}

/**
 * `PUT /user`: changes the account's data, key by key (null takes a key away),
 * and its password. A new password ends every other session, and voids whatever
 * was mailed: those may be in the hands it was changed for.
 */
export const updateUser: Endpoint = (auth) => async (context) => {
  const body = await readBody(context, bodySchema);
  const { session_id: sessionId } = requireClaims(context);
  const user = await requireUser(auth, context);
  auth.limits.updatesPerAccount.take(user.id);
  await requireAal2ToChange(auth, requireClaims(context), user, body);
  checkFields(body, user);
  const { address } = readClient(context);
  const passwordHash = body.password
    ? await hashNewPassword(auth, user, body.password, body.current_password, addressKey(context))
    : null;

  const { changed, ended } = await auth.sql.begin(async (sql) => {
    let endedSessions: string[] = [];
    if (passwordHash) {
      // The user's row first: see startSession.
      await sql`
        update auth.users
        set encrypted_password = ${passwordHash}, updated_at = now(),
          confirmation_token = '', confirmation_sent_at = null,
          recovery_token = '', recovery_sent_at = null,
          email_change_token_current = '', email_change_token_new = '', email_change_sent_at = null,
          phone_change_token = '', phone_change_sent_at = null,
          reauthentication_token = '', reauthentication_sent_at = null
        where id = ${user.id}`;
      await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
      endedSessions = await endSessions(sql, user.id, 'others', sessionId);
      await recordAct(sql, 'user_updated_password', user, address);
    }
    if (body.data) {
      const removed = Object.keys(body.data).filter((key) => body.data?.[key] === null);
      await sql`
        update auth.users
        set raw_user_meta_data =
            (coalesce(raw_user_meta_data, '{}') || ${sql.json(body.data)}) - ${removed}::text[],
          updated_at = now()
        where id = ${user.id}`;
    }
    await recordAct(sql, 'user_modified', user, address);
    return { changed: (await findUser(sql, user.id))!, ended: endedSessions };
  });
  auth.sessions.forget(ended);
  return context.json(userJson(changed));
};
