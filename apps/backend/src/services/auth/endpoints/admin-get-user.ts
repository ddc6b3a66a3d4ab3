import type { Endpoint } from '../auth.ts';
import { requireOperator } from '../accounts/caller-account.ts';
import { findNamedUser } from '../accounts/named-account.ts';
import { userJson } from '../accounts/users.ts';

/** `GET /admin/users/{id}` */
export const adminGetUser: Endpoint = (auth) => async (context) => {
  requireOperator(context);
  return context.json(userJson(await findNamedUser(auth, context)));
};
