import type { Hono } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import { AuthError, type AuthErrorCode } from '../errors.ts';

interface Refusal {
  readonly paths: readonly string[];
  readonly code: AuthErrorCode;
  readonly message: string;
  /** Set where GoTrue answers the code with another status. */
  readonly status?: 404;
}

/**
 * Endpoints of GoTrue that this service does not have. They are refused as GoTrue refuses a disabled
 * feature; where GoTrue has no such answer, with `feature_disabled`.
 */
const refusals: readonly Refusal[] = [
  {
    paths: ['/magiclink'],
    code: 'otp_disabled',
    message: 'Signing in by a mailed link or code is not served here',
  },
  { paths: ['/invite'], code: 'feature_disabled', message: 'Invitations are not served here' },
  {
    paths: ['/callback'],
    code: 'feature_disabled',
    message: 'Providers that answer by POST are not served here',
  },
  {
    paths: [
      '/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server',
      '/user/oauth/*',
      '/oauth/*',
    ],
    code: 'feature_disabled',
    message: 'OAuth server is disabled',
    status: 404,
  },
  { paths: ['/scim/*'], code: 'feature_disabled', message: 'SCIM is not served here' },
  { paths: ['/sso', '/sso/*'], code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
  {
    paths: ['/passkeys', '/passkeys/*'],
    code: 'passkey_disabled',
    message: 'Passkeys are disabled',
  },
];

/** Refuses every request that no endpoint has handled. To be called after the endpoints. */
export function refuseUnserved(routes: Hono<GatewayEnv>): void {
  for (const { paths, code, message, status } of refusals) {
    routes.on('ALL', [...paths], () => {
      throw new AuthError(code, message, status ? { status } : {});
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
