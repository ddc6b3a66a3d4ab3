import type { Endpoint } from '../auth-context.ts';
import { knownProviders } from '../../../config/provider-settings.ts';

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
