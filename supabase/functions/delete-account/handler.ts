import { respondWithCors } from '../_shared/cors.ts';
import { RequestError } from '../_shared/request-error.ts';
import { ServerError, type Account, type Server } from './server.ts';
import { isRecord } from '../_shared/record.ts';

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
export function handle(request: Request, server: Server): Promise<Response> {
  return respondWithCors(request, RULES, async (headers) => {
    const account = await findCaller(request, server);
    const deadline = Date.now() + ROW_DELETION_TIME;
    await deleteAccount(account.id, server, deadline);
    await resumeDeletions(server, deadline);
    return Response.json({ success: true }, { headers });
  });
}

async function findCaller(request: Request, server: Server): Promise<Account> {
  const authorization = request.headers.get('authorization') ?? '';
  const account = authorization ? await server.findAccount(authorization) : null;
  if (!account) throw new RequestError(401, 'unauthorized', 'Sign in to delete your account.');
  const { aal, authenticatedAt } = readClaims(authorization);
  // Checked first: completing the second factor also renews the time of the sign-in.
  if (account.hasSecondFactor && aal !== 'aal2') {
    throw new RequestError(
      403,
      'insufficient_aal',
      'Deleting your account takes your second factor.',
    );
  }
  if (authenticatedAt < Date.now() / 1000 - MAX_SIGN_IN_AGE) {
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

/** The claims of a token that say how its owner signed in. */
interface TokenClaims {
  readonly aal: 'aal1' | 'aal2';
  /** The time of the last authentication, seconds since 1970; 0 if the token has none. */
  readonly authenticatedAt: number;
}

const decode = (part: string): unknown => {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(
    new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))),
  );
};

/** Reads the claims of a token that the server has verified. */
function readClaims(authorization: string): TokenClaims {
  const [, payload = ''] = authorization.split('.');
  const claims = decode(payload);
  if (!isRecord(claims)) throw new TypeError('the claims of a token are not an object');
  const methods: unknown[] = Array.isArray(claims.amr) ? claims.amr : [];
  const times = methods.map((method) =>
    isRecord(method) && typeof method.timestamp === 'number' ? method.timestamp : 0,
  );
  return { aal: claims.aal === 'aal2' ? 'aal2' : 'aal1', authenticatedAt: Math.max(0, ...times) };
}
