import type { Hono } from 'hono';
import type { GatewayEnv } from '../../../http/service.ts';
import { AuthError, type AuthErrorCode, notServed, validationFailed } from '../errors.ts';
import { z } from 'zod';
import type { Endpoint } from '../auth-context.ts';
import { readCodeChallenge } from '../oauth/code-challenge.ts';
import { readBody } from '../request-body.ts';

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

const otpSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
});

/** `POST /otp`: signing in by a mailed link, or by a code in a mail or text message. It is not served. */
export const otp: Endpoint = () => async (context) => {
  const body = await readBody(context, otpSchema);
  const { email, phone, channel } = body;
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided');
  }
  if (email && channel) throw validationFailed('Channel should only be specified with Phone OTP');
  readCodeChallenge(body.code_challenge, body.code_challenge_method);
  if (phone) throw new AuthError('phone_provider_disabled', 'Unsupported phone provider');
  if (!email) throw validationFailed('One of email or phone must be set');
  throw new AuthError('otp_disabled', 'Signing in by a mailed link or code is not served here');
};
