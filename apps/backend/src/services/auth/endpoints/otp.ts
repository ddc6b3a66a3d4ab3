import { z } from 'zod';
import type { Endpoint } from '../auth-context.ts';
import { readCodeChallenge } from '../oauth/code-challenge.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { readBody } from '../request-body.ts';

const bodySchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
});

/** `POST /otp`: signing in by a mailed link, or by a code in a mail or text message. It is not served. */
export const otp: Endpoint = () => async (context) => {
  const body = await readBody(context, bodySchema);
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
