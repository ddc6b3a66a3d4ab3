import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors.ts';
import type { User } from './users.ts';

/** Age up to which a session needs no reauthentication, hours; GoTrue's. */
const recentSessionHours = 24;

/**
 * Requires the mailed code before a change of password, if the settings demand it and the session is
 * not recent. A correct code is deleted.
 * @throws {AuthError} `reauthentication_needed`, `reauthentication_not_valid`
 */
export async function requireReauthentication(
  { sql: admin, settings, limits, oneTimeTokens }: AuthContext,
  { id, email }: User,
  sessionId: string,
  nonce: string | null | undefined,
): Promise<void> {
  if (!settings.email.secure_password_change) return;
  const [session] = await admin<{ fresh: boolean }[]>`
    select created_at > now() - make_interval(hours => ${recentSessionHours}) as fresh
    from auth.sessions where id = ${sessionId}`;
  if (session?.fresh) return;
  if (!nonce) {
    throw new AuthError('reauthentication_needed', 'Password update requires reauthentication');
  }
  await limits.tryMailedCode(id, () =>
    admin.begin(async (sql) => {
      const hashes = oneTimeTokens.hashesOf(email ?? '', nonce);
      const taken = await oneTimeTokens.take(sql, hashes, ['reauthentication_token']);
      if (taken?.userId !== id) {
        throw new AuthError('reauthentication_not_valid', 'Nonce has expired or is invalid');
      }
      await sql`update auth.users set reauthentication_token = '' where id = ${id}`;
    }),
  );
}
