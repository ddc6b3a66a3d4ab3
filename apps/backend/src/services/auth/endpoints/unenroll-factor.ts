import { recordAuditEntry } from '../accounts/audit-log.ts';
import type { Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { readClientInfo } from '../client-info.ts';
import { AuthError } from '../errors.ts';
import { findOwnFactor } from '../mfa/factors.ts';
import {
  lockAccount,
  lowerAssuranceLevel,
  readAssuranceLevel,
} from '../sessions/assurance-level.ts';
import { findUser } from '../accounts/users.ts';

/** `DELETE /factors/{id}`: removes a factor; a verified one only for a session at `aal2`. */
export const unenrollFactor: Endpoint = (auth) => async (context) => {
  const claims = requireClaims(context);
  const caller = await requireUser(auth, context);
  const factorId = await auth.sql.begin(async (sql) => {
    await lockAccount(sql, caller.id);
    const user = (await findUser(sql, caller.id)) ?? caller;
    const factor = findOwnFactor(user.factors, context.req.param('factorId'));
    if (factor.status === 'verified' && (await readAssuranceLevel(sql, claims)) !== 'aal2') {
      throw new AuthError('insufficient_aal', 'AAL2 required to unenroll verified factor', {
        status: 422,
      });
    }
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await lowerAssuranceLevel(sql, factor.id);
    await recordAuditEntry(sql, 'factor_unenrolled', user, readClientInfo(context).address, {
      factor_id: factor.id,
      factor_status: factor.status,
      session_id: claims.session_id,
    });
    return factor.id;
  });
  return context.json({ id: factorId });
};
