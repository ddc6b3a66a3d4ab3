import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { validationFailed } from '../errors.ts';
import { requireAal2 } from '../sessions/assurance-level.ts';
import { endSessions } from '../sessions/sessions.ts';

/**
 * `POST /logout?scope=global|local|others`: ends sessions, at once for every service. Unlike in GoTrue,
 * ending other sessions than one's own requires the second factor of an account that has one.
 */
export const signOut: Endpoint = (auth) => async (context) => {
  const scope = context.req.query('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw validationFailed(`Unsupported logout scope "${scope}"`);
  }
  const claims = requireClaims(context);
  const { session_id: sessionId } = claims;
  const user = await requireUser(auth, context);
  if (scope !== 'local') await requireAal2(auth, claims, user, 'end other sessions');
  const ended = await auth.sql.begin(async (sql) => {
    await recordAuditEntry(sql, 'logout', user, readClientInfo(context).address);
    return endSessions(sql, user.id, scope, sessionId);
  });
  auth.sessions.forget(ended);
  return context.body(null, 204);
};
