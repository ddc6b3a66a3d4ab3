import { z } from 'zod';
import { operator, recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { requireOperator, requireUserInPath } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { AuthError } from '../errors.ts';
import { readBody } from '../request-body.ts';
import { lockAccount } from '../sessions/assurance-level.ts';
import { endSessions } from '../sessions/sessions.ts';

const bodySchema = z.object({ should_soft_delete: z.boolean().nullish() });

/** `DELETE /admin/users/{id}`: deletes the account, and by foreign keys all its rows. */
export const adminDeleteUser: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const hasBody = (await context.req.text()) !== '';
  if (hasBody && (await readBody(context, bodySchema)).should_soft_delete) {
    throw new AuthError('feature_disabled', '"should_soft_delete" is not served here');
  }
  const user = await requireUserInPath(auth, context);
  const ended = await auth.sql.begin(async (sql) => {
    await lockAccount(sql, user.id);
    const sessions = await endSessions(sql, user.id, 'global', '');
    await sql`delete from auth.users where id = ${user.id}`;
    await recordAuditEntry(sql, 'user_deleted', operator, readClientInfo(context).address, {
      user_id: user.id,
      user_email: user.email ?? '',
      user_phone: user.phone ?? '',
    });
    return sessions;
  });
  auth.sessions.forget(ended);
  return context.json({});
};
