import type { Endpoint } from '../auth-context.ts';
import { requireUser } from '../accounts/require-user.ts';
import { userJson } from '../accounts/users.ts';

/** `GET /user`: the caller's account in its current state, which may differ from its token. */
export const getUser: Endpoint = (auth) => async (context) =>
  context.json(userJson(await requireUser(auth, context)));
