import { operator, recordAct } from '../accounts/audit.ts';
import type { Endpoint } from '../auth.ts';
import { requireOperator } from '../accounts/caller-account.ts';
import { readClient } from '../client.ts';
import { factorJson, findOwnFactor } from '../mfa/factors.ts';
import { findNamedUser } from '../accounts/named-account.ts';
import { lockAccount, lowerSessions } from '../sessions/session-level.ts';

/** `DELETE /admin/users/{id}/factors/{factorId}`: the way back in for someone who lost the second factor. */
export const adminDeleteFactor: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const user = await findNamedUser(auth, context);
  const factor = findOwnFactor(user.factors, context.req.param('factorId'));
  await auth.sql.begin(async (sql) => {
    await lockAccount(sql, user.id);
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await lowerSessions(sql, factor.id);
    await recordAct(sql, 'factor_deleted', operator, readClient(context).address, {
      user_id: user.id,
      factor_id: factor.id,
    });
  });
  return context.json(factorJson(factor));
};
