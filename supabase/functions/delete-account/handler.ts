import { RequestError } from './request-error.ts';
import { readClaims } from './token-claims.ts';
import { ServerError, type Account, type Server } from './server.ts';

/** How long ago a caller may have signed in, seconds: an unattended device is not to delete an account. */
export const MAX_SIGN_IN_AGE = 10 * 60;

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
};

/**
 * Deletes the account of whoever calls, with its rows, files and sessions.
 *
 * Takes `POST {}` with the owner's token and answers `{success: true}`. What it refuses it answers
 * with `{code, message}`: words, a code of `RequestErrorCode` and its status. After a failure in the
 * middle nothing of the account is reachable for others, and calling again goes on.
 */
export async function handle(request: Request, server: Server): Promise<Response> {
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: { ...CORS_HEADERS, 'Access-Control-Max-Age': '86400' },
    });
  }
  try {
    if (request.method !== 'POST') {
      throw new RequestError('method_not_allowed', 'Delete an account with POST.');
    }
    const account = await findCaller(request, server);
    await deleteAll(account, server);
    return Response.json({ success: true }, { headers: CORS_HEADERS });
  } catch (error) {
    if (error instanceof RequestError) return refusal(error);
    throw error;
  }
}

function refusal({ code, message, status }: RequestError): Response {
  const headers = code === 'method_not_allowed' ? { Allow: 'POST, OPTIONS' } : {};
  return Response.json({ code, message }, { status, headers: { ...CORS_HEADERS, ...headers } });
}

async function findCaller(request: Request, server: Server): Promise<Account> {
  const authorization = request.headers.get('authorization') ?? '';
  const account = authorization ? await server.findAccount(authorization) : null;
  if (!account) throw new RequestError('unauthorized', 'Sign in to delete your account.');
  const { aal, provedAt } = readClaims(authorization);
  // First: who takes the second step now has also just proved who they are.
  if (account.hasSecondFactor && aal !== 'aal2') {
    throw new RequestError('insufficient_aal', 'Deleting your account takes your second factor.');
  }
  if (provedAt < Date.now() / 1000 - MAX_SIGN_IN_AGE) {
    throw new RequestError('reauthentication_needed', 'Sign in again to delete your account.');
  }
  return account;
}

/**
 * First the profile: with it go the drops and whatever made files loadable by others, and without it
 * nothing can be uploaded. Then the files, while there is still someone who can call again. Then the
 * account; and the files once more, since the app may have put the profile back meanwhile.
 */
async function deleteAll({ id }: Account, server: Server): Promise<void> {
  try {
    await server.deleteProfile(id);
    await server.removeFiles(id);
    await server.deleteAccount(id);
    await server.removeFiles(id);
  } catch (cause) {
    if (!(cause instanceof ServerError) && !(cause instanceof TypeError)) throw cause;
    console.error(`deletion of an account stopped: ${cause.message}`);
    throw new RequestError(
      'deletion_failed',
      'Your account could not be deleted completely. Please try again.',
      { cause },
    );
  }
}
