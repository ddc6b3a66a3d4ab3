import { respondWithCors } from '../_shared/cors.ts';
import { RequestError } from '../_shared/request-error.ts';
import type { Caller, Callers } from '../_shared/callers.ts';
import { ServerError } from '../_shared/server-api.ts';
import { LastAdminError, type Server } from './server.ts';

/** The longest time since the caller signed in, seconds, to protect accounts on unattended devices. */
export const MAX_SIGN_IN_AGE = 10 * 60;

/**
 * How long one call deletes rows, ms; the next call deletes the rest. A function may run for a minute
 * on the embedded backend and two and a half on hosted Supabase, including the time for the files and
 * the account.
 */
export const ROW_DELETION_TIME = 20_000;

const RULES = {
  method: 'POST',
  wrongMethod: 'Delete an account with POST.',
  bodyOf: ({ code, message }: RequestError) => ({ code, message }),
} as const;

/**
 * Deletes the caller's account, with its rows, files and sessions.
 *
 * The request is `POST {}` with the owner's token, the response `{success: true}`, or `{code, message}`
 * with the status of the `RequestError`. An account with very many rows takes several calls: all but
 * the last respond with `deletion_unfinished`. A call continues a deletion that failed before; if its
 * owner does not call again, a later call for another account does.
 */
export function handle(request: Request, server: Server, callers: Callers): Promise<Response> {
  return respondWithCors(request, RULES, async (headers) => {
    const caller = await callers.require(request);
    requireRecentSignIn(caller);
    const deadline = Date.now() + ROW_DELETION_TIME;
    await deleteAccount(caller.id, server, deadline);
    await resumeDeletions(server, deadline);
    return Response.json({ success: true }, { headers });
  });
}

function requireRecentSignIn({ hasSecondFactor, aal, authenticatedAt }: Caller): void {
  // Checked first: completing the second factor also renews the time of the sign-in.
  if (hasSecondFactor && aal !== 'aal2') {
    throw new RequestError(
      403,
      'insufficient_aal',
      'Deleting your account takes your second factor.',
    );
  }
  if (authenticatedAt < Date.now() / 1000 - MAX_SIGN_IN_AGE) {
    throw new RequestError(403, 'reauthentication_needed', 'Sign in again to delete your account.');
  }
}

async function deleteAccount(id: string, server: Server, deadline: number): Promise<void> {
  try {
    if (await deleteAll(id, server, deadline)) return;
  } catch (cause) {
    if (cause instanceof LastAdminError) {
      throw new RequestError(
        409,
        'last_admin',
        'You are the last admin of the staff. Make somebody else an admin first.',
        { cause },
      );
    }
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

/** Continues interrupted deletions of other accounts until the deadline. */
async function resumeDeletions(server: Server, deadline: number): Promise<void> {
  try {
    for (const id of await server.unfinishedDeletions()) {
      if (!(await deleteAll(id, server, deadline))) return;
    }
  } catch (cause) {
    // The caller's own account is deleted; the next call tries again.
    if (!isServerFailure(cause)) throw cause;
    console.error(`deletion of an earlier account stopped: ${cause.message}`);
  }
}

const isServerFailure = (cause: unknown): cause is Error =>
  cause instanceof ServerError || cause instanceof TypeError;

/**
 * Deletes an account in four steps:
 * 1. its rows in batches, the first of which hides the account. Without its rows others cannot load its
 *    files, and without its profile the account cannot upload;
 * 2. its files, while the owner can still call again;
 * 3. the account itself;
 * 4. its files once more, since the app may have created the profile again meanwhile.
 * @returns whether all steps were completed before the deadline
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
