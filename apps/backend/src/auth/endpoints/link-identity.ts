import type { Endpoint } from '../auth.ts';
import { requireUser } from '../caller-account.ts';
import { beginFlow } from '../external/begin-flow.ts';
import { requireManualLinking } from '../external/manual-linking.ts';

/** `GET /user/identities/authorize`: leads to a provider whose sign-in is to become the account's. */
export const linkIdentity: Endpoint = (auth) => async (context) => {
  const user = await requireUser(auth, context);
  requireManualLinking(auth);
  const url = await beginFlow(auth, context, user);
  return context.req.query('skip_http_redirect') === 'true'
    ? context.json({ url: url.href })
    : context.redirect(url.href, 302);
};
