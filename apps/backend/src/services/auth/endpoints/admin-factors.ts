import type { Endpoint } from '../auth-context.ts';
import { requireOperator, requireUserInPath } from '../accounts/require-user.ts';
import { factorJson, findOwnFactor } from '../mfa/factors.ts';
import { operator, recordAuditEntry } from '../accounts/audit-log.ts';
import { readClientInfo } from '../client-info.ts';
import { lockAccount, lowerAssuranceLevel } from '../sessions/assurance-level.ts';

/** `GET /admin/users/{id}/factors`: the factors of any account. */
export const adminListFactors: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const { factors } = await requireUserInPath(auth, context);
  return context.json(factors.map(factorJson));
};

/** `DELETE /admin/users/{id}/factors/{factorId}`: removes a lost second factor, so that its owner can sign in again. */
export const adminDeleteFactor: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const user = await requireUserInPath(auth, context);
  const factor = findOwnFactor(user.factors, context.req.param('factorId'));
  await auth.sql.begin(async (sql) => {
    await lockAccount(sql, user.id);
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await lowerAssuranceLevel(sql, factor.id);
    await recordAuditEntry(sql, 'factor_deleted', operator, readClientInfo(context).address, {
      user_id: user.id,
      factor_id: factor.id,
    });
  });
  return context.json(factorJson(factor));
};
