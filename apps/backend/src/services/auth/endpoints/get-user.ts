import type { Endpoint } from '../auth.ts';
import { requireUser } from '../accounts/caller-account.ts';
import { userJson } from '../accounts/users.ts';

/** `GET /user`: the account as it is now, whatever its token says. */
export const getUser: Endpoint = (auth) => async (context) =>
  context.json(userJson(await requireUser(auth, context)));
