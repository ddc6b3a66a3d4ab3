import type { Endpoint } from '../auth-context.ts';
import { knownProviders } from '../../../config/provider-settings.ts';

/** `GET /health`: succeeds while this service runs. `/healthz` checks the database. */
export const health: Endpoint = () => (context) =>
  context.json({
    version: 'embedded',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });

/** `GET /.well-known/jwks.json`: the public keys of access tokens. */
export const keySet: Endpoint =
  ({ tokens }) =>
  (context) =>
    context.json(tokens.keys.keySet, 200, { 'cache-control': 'public, max-age=600' });

/** `GET /settings`: the enabled ways to sign in. */
export const settings: Endpoint =
  ({ providers, settings: { enable_signup: enableSignUp, email } }) =>
  (context) =>
    context.json({
      external: {
        ...Object.fromEntries(knownProviders.map((name) => [name, providers.has(name)])),
        anonymous_users: false,
        email: email.enable_signup,
        phone: false,
      },
      disable_signup: !enableSignUp,
      mailer_autoconfirm: !email.enable_confirmations,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
    });
