import type { Callers } from '../_shared/callers.ts';
import { respondWithCors } from '../_shared/cors.ts';
import { readBody } from '../_shared/read-body.ts';
import { isRecord } from '../_shared/record.ts';
import { RequestError } from '../_shared/request-error.ts';
import { ServerError, type ServerApi } from '../_shared/server-api.ts';

/** A code and its JSON. */
const BODY_BYTES = 1024;

const RULES = {
  method: 'POST',
  wrongMethod: 'Use a recovery code with POST.',
  bodyOf: ({ code, message }: RequestError) => ({ code, message }),
} as const;

/** What the database answers instead of removing the factor. */
const REFUSALS: Readonly<Record<string, RequestError>> = {
  wrong: new RequestError(403, 'wrong_code', 'That is none of the recovery codes you have left.'),
  limited: new RequestError(
    429,
    'too_many_tries',
    'Several codes were wrong within the last hour. Please try again later.',
  ),
  'password-needed': new RequestError(
    403,
    'reauthentication_needed',
    'Sign in again to use a recovery code.',
  ),
  'no-factor': new RequestError(409, 'no_factor', 'The account has no second factor.'),
};

/**
 * Removes the second factors of an account whose owner has a recovery code.
 *
 * The request is `POST {code}` with the token of a session in which the password was given within five minutes, the
 * response `{success: true}`, or `{code, message}` with the status of the `RequestError`. The database has the rules
 * (`recover_factor`). It trusts only the server with the session of the caller: on hosted Supabase its own API accepts
 * tokens of sessions that have ended.
 */
export function handle(request: Request, server: ServerApi, callers: Callers): Promise<Response> {
  return respondWithCors(request, RULES, async (headers) => {
    const { id: account, sessionId } = await callers.require(request);
    const code = await readCode(request);
    const parameters = { account, session_id: sessionId, code };
    const result = await server
      .call('POST', '/rest/v1/rpc/recover_factor', parameters)
      .catch((cause: unknown) => {
        if (!(cause instanceof ServerError)) throw cause;
        console.error(`recover-factor: ${cause.message}`);
        const message = 'The server did not respond. Please try again.';
        throw new RequestError(503, 'unavailable', message, { cause });
      });
    if (result === 'recovered') return Response.json({ success: true }, { headers });
    throw REFUSALS[String(result)] ?? new Error(`recover_factor answered ${String(result)}`);
  });
}

async function readCode(request: Request): Promise<string> {
  const text = new TextDecoder().decode(await readBody(request, BODY_BYTES));
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body) && typeof body.code === 'string') return body.code;
  } catch {
    // Answered as a body without a code.
  }
  throw new RequestError(400, 'invalid_request', 'Send {code}.');
}
