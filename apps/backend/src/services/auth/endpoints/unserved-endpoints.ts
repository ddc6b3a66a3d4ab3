import type { Hono } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import { AuthError, type AuthErrorCode, notServed } from '../errors.ts';

/**
 * GoTrue's endpoints that this service does not have, as its paths. They are refused as GoTrue refuses
 * a disabled feature; if GoTrue always has the feature, with `feature_disabled`.
 */
const refusals: readonly [code: AuthErrorCode, message: string, ...paths: string[]][] = [
  ['otp_disabled', 'Signing in by a mailed link or code is not served here', '/magiclink'],
  ['feature_disabled', 'Invitations are not served here', '/invite'],
  ['feature_disabled', 'Providers that answer by POST are not served here', '/callback'],
  ['feature_disabled', 'SCIM is not served here', '/scim/*'],
  ['saml_provider_disabled', 'SAML 2.0 is disabled', '/sso', '/sso/*'],
  ['passkey_disabled', 'Passkeys are disabled', '/passkeys', '/passkeys/*'],
];

/** GoTrue refuses these with 404. */
const oauthServerPaths = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/user/oauth/*',
  '/oauth/*',
];

/** Refuses every request that no endpoint has handled. To be called after the endpoints. */
export function refuseUnserved(routes: Hono<GatewayEnv>): void {
  for (const [code, message, ...paths] of refusals) {
    routes.on('ALL', paths, () => {
      throw new AuthError(code, message);
    });
  }
  routes.on('ALL', oauthServerPaths, () => {
    throw new AuthError('feature_disabled', 'OAuth server is disabled', { status: 404 });
  });
  routes.all('/admin/*', (context) => {
    throw notServed(`${context.req.method} ${context.req.path}`);
  });
  routes.all('*', (context) => {
    throw new AuthError('unknown', `${context.req.method} ${context.req.path} does not exist`);
  });
}
