import type { Endpoint } from '../auth-context.ts';
import { requireOperator, requireUserInPath } from '../accounts/require-user.ts';
import { userJson } from '../accounts/users.ts';

/** `GET /admin/users/{id}`: any account. */
export const adminGetUser: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  return context.json(userJson(await requireUserInPath(auth, context)));
};
