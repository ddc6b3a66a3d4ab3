import { corsHeaders, preflightResponse } from '../_shared/cors.ts';
import { RequestError } from '../_shared/request-error.ts';
import { readClaims } from './token-claims.ts';
import { ServerError, type Account, type Server } from './server.ts';

/** How long ago a caller may have signed in, seconds: an unattended device is not to delete an account. */
export const MAX_SIGN_IN_AGE = 10 * 60;

/**
 * How long a call goes on deleting rows, ms; what is left then waits for the next. A function may
 * take a minute here and two and a half on hosted Supabase, of which files and the account need
 * their part.
 */
export const PATIENCE = 20_000;

const CORS_HEADERS = corsHeaders('POST');

/**
 * Deletes the account of whoever calls, with its rows, files and sessions.
 *
 * Takes `POST {}` with the owner's token and answers `{success: true}`. What it refuses it answers
 * with `{code, message}` and the status of its `RequestError`. An account with very many rows takes
 * several calls: all but the last are answered with `deletion_unfinished`. A call continues a
 * deletion that failed; one whose owner does not call again is continued by a later call for
 * another account.
 */
export async function handle(request: Request, server: Server): Promise<Response> {
  if (request.method === 'OPTIONS') return preflightResponse(CORS_HEADERS);
  try {
    if (request.method !== 'POST') {
      throw new RequestError(405, 'method_not_allowed', 'Delete an account with POST.');
    }
    const account = await findCaller(request, server);
    const deadline = Date.now() + PATIENCE;
    await deleteAccount(account.id, server, deadline);
    await resumeDeletions(server, deadline);
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
  if (!account) throw new RequestError(401, 'unauthorized', 'Sign in to delete your account.');
  const { aal, provedAt } = readClaims(authorization);
  // First: who takes the second step now has also just proved who they are.
  if (account.hasSecondFactor && aal !== 'aal2') {
    throw new RequestError(
      403,
      'insufficient_aal',
      'Deleting your account takes your second factor.',
    );
  }
  if (provedAt < Date.now() / 1000 - MAX_SIGN_IN_AGE) {
    throw new RequestError(403, 'reauthentication_needed', 'Sign in again to delete your account.');
  }
  return account;
}

async function deleteAccount(id: string, server: Server, deadline: number): Promise<void> {
  try {
    if (await deleteAll(id, server, deadline)) return;
  } catch (cause) {
    if (!isServerFailure(cause)) throw cause;
    console.error(`deletion of an account stopped: ${cause.message}`);
    throw new RequestError(
      500,
      'deletion_failed',
      'Your account could not be deleted completely. Please try again.',
      { cause },
    );
  }
  throw new RequestError(
    503,
    'deletion_unfinished',
    'Your account is hidden from others, and not yet deleted completely. Please try again.',
  );
}

/** Goes on with the deletions of others that were cut short, as far as the time goes. */
async function resumeDeletions(server: Server, deadline: number): Promise<void> {
  try {
    for (const id of await server.unfinishedDeletions()) {
      if (!(await deleteAll(id, server, deadline))) return;
    }
  } catch (cause) {
    // Whoever calls has had theirs done, and the next call tries again.
    if (!isServerFailure(cause)) throw cause;
    console.error(`deletion of an earlier account stopped: ${cause.message}`);
  }
}

const isServerFailure = (cause: unknown): cause is Error =>
  cause instanceof ServerError || cause instanceof TypeError;

/**
 * First the rows, in batches, the first of which hides the account: with them goes whatever made
 * files loadable by others, and without a profile nothing can be uploaded. Then the files, while
 * there is still someone who can call again. Then the account; and the files once more, since the
 * app may have put the profile back meanwhile.
 * @returns whether all of it was done before the deadline
 */
async function deleteAll(id: string, server: Server, deadline: number): Promise<boolean> {
  while (await server.deleteRows(id)) {
    if (Date.now() >= deadline) return false;
  }
  await server.removeFiles(id);
  await server.deleteAccount(id);
  await server.removeFiles(id);
  return true;
}
