import type { Endpoint } from '../auth-context.ts';
import { requireOperator, requireUserInPath } from '../accounts/require-user.ts';
import { factorJson } from '../mfa/factors.ts';

/** `GET /admin/users/{id}/factors`: the factors of any account. */
export const adminListFactors: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const { factors } = await requireUserInPath(auth, context);
  return context.json(factors.map(factorJson));
};
