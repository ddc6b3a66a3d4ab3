import type { Endpoint, AuthContext } from '../auth-context.ts';
import { startOAuthFlow } from '../oauth/start-oauth-flow.ts';
import { requireClaims, requireUser } from '../accounts/require-user.ts';
import { requireManualLinking } from '../oauth/link-identity-to-account.ts';
import { requireAal2 } from '../sessions/assurance-level.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { AuthError } from '../errors.ts';
import { exchangeProviderCode } from '../oauth/exchange-provider-code.ts';
import { toExternalIdentity } from '../oauth/external-identity.ts';
import { findOAuthFlow, type PendingFlow } from '../oauth/flow-state.ts';
import { finishOAuthFlow } from '../oauth/finish-oauth-flow.ts';
import { describeError, withBoth, withQuery, withSession } from './redirect-response.ts';
import { sessionResponse } from '../sessions/sessions.ts';
import type { GatewayContext } from '../../../http/service.ts';

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

/** Finishes the flow. @returns the redirect's target with the code or session */
async function finish(
  auth: AuthContext,
  context: GatewayContext,
  flow: PendingFlow,
): Promise<string> {
  const { provider, profile, tokens } = await exchangeProviderCode(
    auth,
    flow,
    new URL(context.req.url).searchParams,
  );
  if (!profile.email && !provider.isEmailOptional) {
    throw new AuthError('unexpected_failure', 'Error getting user email from external provider');
  }
  const identity = toExternalIdentity(provider.name, profile);
  const finished = await finishOAuthFlow(auth, flow, identity, tokens, readClientInfo(context));
  if ('code' in finished) return withQuery(flow.referrer, { code: finished.code });
  const session = await sessionResponse(auth.tokens, finished.user, finished.grant);
  return withSession(flow.referrer, session, {
    provider_token: tokens.accessToken,
    ...(tokens.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
  });
}

/**
 * `GET /callback`: the address that providers redirect to. Redirects to the site with a code, with a
 * session in the fragment, or with an error.
 */
export const callback: Endpoint = (auth) => async (context) => {
  auth.limits.exchangesPerAddress.take(addressKey(context));
  let flow: PendingFlow;
  try {
    flow = await findOAuthFlow(auth.sql, context.req.query('state'));
  } catch (error) {
    // Without a flow its redirect is unknown, and only the site itself is safe.
    const site = auth.redirects.choose();
    return context.redirect(withQuery(site, describeError(error, context)), 303);
  }
  try {
    return context.redirect(await finish(auth, context, flow), 302);
  } catch (error) {
    return context.redirect(withBoth(flow.referrer, describeError(error, context)), 302);
  }
};
