import type { Endpoint } from '../auth.ts';

/** `GET /settings`: which ways in there are. */
export const settings: Endpoint =
  ({ settings: { enable_signup: enableSignUp, email } }) =>
  (context) =>
    context.json({
      external: { anonymous_users: false, email: email.enable_signup, phone: false },
      disable_signup: !enableSignUp,
      mailer_autoconfirm: !email.enable_confirmations,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
    });
