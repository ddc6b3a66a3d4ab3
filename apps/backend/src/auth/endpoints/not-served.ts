import type { Hono } from 'hono';
import type { GatewayEnv } from '../../http/service.ts';
import { AuthError, type AuthErrorCode } from '../errors.ts';

/**
 * What GoTrue serves and this service does not, refused as GoTrue refuses what
 * is switched off; where it has no such answer, with `feature_disabled`.
 */
const refusals: readonly [path: string, code: AuthErrorCode, message: string][] = [
  ['/otp', 'otp_disabled', 'Signups not allowed for otp'],
  ['/magiclink', 'otp_disabled', 'Signups not allowed for otp'],
  ['/invite', 'feature_disabled', 'Invitations are not served here'],
  ['/user/oauth/*', 'feature_disabled', 'OAuth server is disabled'],
  ['/oauth/*', 'feature_disabled', 'OAuth server is disabled'],
  ['/sso', 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ['/sso/*', 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ['/passkeys', 'passkey_disabled', 'Passkeys are disabled'],
  ['/passkeys/*', 'passkey_disabled', 'Passkeys are disabled'],
];

/** To be called after the endpoints: what none of them took is refused by name. */
export function refuseTheRest(routes: Hono<GatewayEnv>): void {
  for (const [path, code, message] of refusals) {
    routes.all(path, () => {
      throw new AuthError(code, message);
    });
  }
  routes.all('/admin/*', (context) => {
    throw new AuthError(
      'feature_disabled',
      `${context.req.method} ${context.req.path} is not served here`,
    );
  });
  routes.all('*', (context) => {
    throw new AuthError('unknown', `${context.req.method} ${context.req.path} does not exist`);
  });
}
