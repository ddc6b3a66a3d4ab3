import type { Endpoint } from '../auth-context.ts';
import { startOAuthFlow } from '../oauth/start-oauth-flow.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { requireManualLinking } from '../oauth/link-identity-to-account.ts';
import { requireAal2 } from '../sessions/require-aal2.ts';

/**
 * `GET /authorize`: redirects to a provider's sign-in page. As in GoTrue, it ignores
 * `skip_http_redirect`, which is for the client library.
 */
export const authorize: Endpoint = (auth) => async (context) => {
  const url = await startOAuthFlow(auth, context);
  return context.redirect(url.href, 302);
};

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
