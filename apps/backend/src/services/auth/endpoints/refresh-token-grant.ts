import { z } from 'zod';
import type { Endpoint } from '../auth-context.ts';
import { addressKey, readClientInfo } from '../client-info.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { readBody } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';

const bodySchema = z.object({
  refresh_token: z.string().min(1, { error: 'refresh_token required' }).max(255),
});

/** `POST /token?grant_type=refresh_token`: exchanges a refresh token for the session's next tokens. */
export const refreshTokenGrant: Endpoint = (auth) => async (context) => {
  auth.limits.refreshesPerAddress.take(addressKey(context));
  const { refresh_token: refreshToken } = await readBody(context, bodySchema);
  const { user, grant } = await refreshSession(auth, refreshToken, readClientInfo(context));
  return context.json(await sessionResponse(auth.tokens, user, grant));
};
