import type { Endpoint } from '../auth.ts';
import { requireOperator } from '../accounts/caller-account.ts';
import { factorJson } from '../mfa/factors.ts';
import { findNamedUser } from '../accounts/named-account.ts';

/** `GET /admin/users/{id}/factors` */
export const adminListFactors: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  const { factors } = await findNamedUser(auth, context);
  return context.json(factors.map(factorJson));
};
