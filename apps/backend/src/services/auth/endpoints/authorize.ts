import type { Endpoint } from '../auth.ts';
import { beginFlow } from '../oauth/begin-flow.ts';

/**
 * `GET /authorize`: leads to a provider's sign-in page. As GoTrue does, it redirects even where
 * `skip_http_redirect` is asked for: that the client asks of itself.
 */
export const authorize: Endpoint = (auth) => async (context) => {
  const url = await beginFlow(auth, context);
  return context.redirect(url.href, 302);
};
