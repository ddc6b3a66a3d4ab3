import type { Endpoint } from '../auth-context.ts';
import { startOAuthFlow } from '../oauth/start-oauth-flow.ts';

/**
 * `GET /authorize`: leads to a provider's sign-in page. As GoTrue does, it redirects even where
 * `skip_http_redirect` is asked for: that the client asks of itself.
 */
export const authorize: Endpoint = (auth) => async (context) => {
  const url = await startOAuthFlow(auth, context);
  return context.redirect(url.href, 302);
};
