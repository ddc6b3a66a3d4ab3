import type { Endpoint } from '../auth-context.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { startOAuthFlow } from '../oauth/start-oauth-flow.ts';
import { requireManualLinking } from '../oauth/link-identity-to-account.ts';
import { requireAal2 } from '../sessions/require-aal2.ts';

/** `GET /user/identities/authorize`: redirects to a provider to link the caller's identity there. */
export const linkIdentity: Endpoint = (auth) => async (context) => {
  const user = await requireUser(auth, context);
  requireManualLinking(auth);
  await requireAal2(auth, requireClaims(context), user, 'link or unlink identities');
  const url = await startOAuthFlow(auth, context, user);
  return context.req.query('skip_http_redirect') === 'true'
    ? context.json({ url: url.href })
    : context.redirect(url.href, 302);
};
