import { z } from 'zod';
import type { Endpoint } from '../auth.ts';
import { addressKey, readClient } from '../client.ts';
import { checkVerificationType, confirmSignUp } from '../confirmation.ts';
import { normalizeEmail } from '../email-address.ts';
import { AuthError } from '../errors.ts';
import { hashToken } from '../one-time-tokens.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse } from '../session-response.ts';

const bodySchema = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

/** `POST /verify`: confirms a sign-up by the code that was mailed, or by the hash in its link. */
export const verify: Endpoint = (auth) => async (context) => {
  auth.limits.verificationsPerAddress.take(addressKey(context));
  const { type, token, token_hash: sentHash, email, phone } = await readBody(context, bodySchema);
  checkVerificationType(type);
  if (Boolean(token) === Boolean(sentHash)) {
    throw new AuthError('validation_failed', 'Verify requires either a token or a token hash');
  }
  if (sentHash && (email || phone)) {
    throw new AuthError('validation_failed', 'Only the token_hash and type should be provided');
  }
  if (phone) throw new AuthError('phone_provider_disabled', 'Phone logins are disabled');
  const tokenHash = sentHash || hashToken(normalizeEmail(email ?? ''), token ?? '');
  const { user, grant } = await confirmSignUp(auth, tokenHash, readClient(context));
  return context.json(await sessionResponse(auth.tokens, user, grant));
};
