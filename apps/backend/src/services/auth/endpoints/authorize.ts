import type { Endpoint } from '../auth-context.ts';
import { startOAuthFlow } from '../oauth/start-oauth-flow.ts';

/**
 * `GET /authorize`: redirects to a provider's sign-in page. As in GoTrue, it ignores
 * `skip_http_redirect`, which is for the client library.
 */
export const authorize: Endpoint = (auth) => async (context) => {
  const url = await startOAuthFlow(auth, context);
  return context.redirect(url.href, 302);
};
