import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { validationFailed } from '../errors.ts';
import { endSessions } from '../sessions/sessions.ts';

/** `POST /logout?scope=global|local|others`: ends sessions, at once for every service. */
export const signOut: Endpoint = (auth) => async (context) => {
  const scope = context.req.query('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw validationFailed(`Unsupported logout scope "${scope}"`);
  }
  const { session_id: sessionId } = requireClaims(context);
  const user = await requireUser(auth, context);
  const ended = await auth.sql.begin(async (sql) => {
    await recordAuditEntry(sql, 'logout', user, readClientInfo(context).address);
    return endSessions(sql, user.id, scope, sessionId);
  });
  auth.sessions.forget(ended);
  return context.body(null, 204);
};
