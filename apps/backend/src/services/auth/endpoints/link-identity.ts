import type { Endpoint } from '../auth.ts';
import { requireClaims, requireUser } from '../accounts/caller-account.ts';
import { beginFlow } from '../oauth/begin-flow.ts';
import { requireManualLinking } from '../oauth/manual-linking.ts';
import { requireAal2ToLink } from '../sessions/require-aal2.ts';

/** `GET /user/identities/authorize`: leads to a provider whose sign-in is to become the account's. */
export const linkIdentity: Endpoint = (auth) => async (context) => {
  const user = await requireUser(auth, context);
  requireManualLinking(auth);
  await requireAal2ToLink(auth, requireClaims(context), user);
  const url = await beginFlow(auth, context, user);
  return context.req.query('skip_http_redirect') === 'true'
    ? context.json({ url: url.href })
    : context.redirect(url.href, 302);
};
