import { internalPath } from './internal-path.ts';

/** What the address carried when the page was opened by a mail's link or by a third party's way back. */
export type Arrival =
  /** To be exchanged for a session, with the verifier that this browser has kept. */
  | { kind: 'code'; code: string }
  /** A session itself, as links made by an operator carry it. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  /** What the link was for is done, a new address confirmed; the session that is here is to hear of it. */
  | { kind: 'done' }
  /** It did not work out; `code` is the auth service's own, or one of the two below. */
  | { kind: 'problem'; code: string; words?: string }
  /** Good news that asks for something more, e.g. to confirm in the other mailbox as well. */
  | { kind: 'message'; words: string };

/** The link was asked for in another browser, which alone can use it. */
export const OTHER_BROWSER = 'other_browser';

/** The link carries a session, and someone is signed in already. */
export const ALREADY_SIGNED_IN = 'already_signed_in';

const CALLBACK = '/auth/callback';
const RESET = '/auth/reset-password';

/** Where links lead: those two, and the site's root where the server does not know them. */
const landings = new Set(['/', CALLBACK, RESET]);

/** How auth-js marks the verifier of a link to a new password. */
const RECOVERY_MARK = '/recovery';

function storedVerifier(storageKey: string): string | null {
  return localStorage.getItem(`${storageKey}-code-verifier`)?.replaceAll('"', '') ?? null;
}

function read(given: URLSearchParams, storageKey: string): Arrival | undefined {
  const isSignedIn = localStorage.getItem(storageKey) !== null;
  const problem = given.get('error_code') ?? given.get('error');
  if (problem !== null) {
    const words = given.get('error_description');
    return { kind: 'problem', code: problem, ...(words !== null && { words }) };
  }

  const code = given.get('code');
  if (code !== null) {
    if (storedVerifier(storageKey) !== null) return { kind: 'code', code };
    // auth-js drops the verifier of a change of address as soon as it has asked for it.
    return isSignedIn ? { kind: 'done' } : { kind: 'problem', code: OTHER_BROWSER };
  }

  const accessToken = given.get('access_token');
  const refreshToken = given.get('refresh_token');
  if (accessToken !== null && refreshToken !== null) {
    // Nobody is to be moved into another account by a link that someone sent them.
    return isSignedIn
      ? { kind: 'problem', code: ALREADY_SIGNED_IN }
      : { kind: 'tokens', accessToken, refreshToken };
  }

  const words = given.get('message');
  return words === null ? undefined : { kind: 'message', words };
}

/**
 * Takes what a link has put into the address out of it, before anything else
 * reads or keeps that, and leaves the page at the route that can deal with it.
 */
export function takeArrival(storageKey: string): Arrival | undefined {
  const { pathname, search, hash, origin } = location;
  if (!landings.has(pathname)) return undefined;
  const given = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  const arrival = read(given, storageKey);
  if (!arrival) return undefined;

  const recovery =
    pathname === RESET ||
    given.get('type') === 'recovery' ||
    (arrival.kind === 'code' && storedVerifier(storageKey)?.endsWith(RECOVERY_MARK) === true);
  const next = internalPath(given.get('next'), origin);
  const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`;
  history.replaceState(history.state, '', (recovery ? RESET : CALLBACK) + query);
  return arrival;
}
