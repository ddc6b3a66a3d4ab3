import type { GoTrueClient } from '@supabase/auth-js';
import { internalPath } from './next-search.ts';

/** The result that a mail's link or a sign-in provider added to the page's address. */
export type CallbackResult =
  /** A code to exchange for a session, with the PKCE verifier that this browser has stored. */
  | { kind: 'code'; code: string }
  /** A session's tokens, for example from a link that an operator has generated. */
  | { kind: 'tokens'; tokens: { access_token: string; refresh_token: string } }
  /** The server has completed a change of the account, such as a new email address: refresh the session. */
  | { kind: 'done' }
  /** An error; `code` is the auth service's own, or one of the three below. */
  | { kind: 'problem'; code: string; message?: string }
  /** A success that needs another step, e.g. following the link in the other mailbox too. */
  | { kind: 'message'; message: string };

/** A callback result to show to the user: an error, or a further step. */
export type CallbackNotice = Extract<CallbackResult, { kind: 'problem' | 'message' }>;

/** A callback result that has to be processed before the session state is known. */
export type PendingCallback = Exclude<CallbackResult, CallbackNotice>;

/** The code's verifier is missing: the link was requested in another browser and works only there. */
export const OTHER_BROWSER = 'other_browser';

/** The link carries a session, but a user is signed in already. */
export const ALREADY_SIGNED_IN = 'already_signed_in';

/** The link has confirmed the address of an account other than the one that is signed in. */
export const OTHER_ACCOUNT = 'other_account';

const CALLBACK = '/auth/callback';
const RESET = '/auth/reset-password';

/** The paths that links open. The server uses the site's root if it does not allow the other two. */
const callbackPaths = new Set(['/', CALLBACK, RESET]);

/** The suffix that auth-js gives the verifier of a password reset. */
const RECOVERY_SUFFIX = '/recovery';

function storedVerifier(storageKey: string): string | null {
  return localStorage.getItem(`${storageKey}-code-verifier`)?.replaceAll('"', '') ?? null;
}

function parseResult(params: URLSearchParams, storageKey: string): CallbackResult | undefined {
  const isSignedIn = localStorage.getItem(storageKey) !== null;
  const problem = params.get('error_code') ?? params.get('error');
  if (problem !== null) {
    const message = params.get('error_description');
    return { kind: 'problem', code: problem, ...(message !== null && { message }) };
  }

  const code = params.get('code');
  if (code !== null) {
    if (storedVerifier(storageKey) !== null) return { kind: 'code', code };
    // auth-js removes the verifier of a change of email address as soon as it has requested the mail.
    return isSignedIn ? { kind: 'done' } : { kind: 'problem', code: OTHER_BROWSER };
  }

  const access_token = params.get('access_token');
  const refresh_token = params.get('refresh_token');
  if (access_token !== null && refresh_token !== null) {
    // A link must not move a signed-in user into the account of its sender.
    return isSignedIn
      ? { kind: 'problem', code: ALREADY_SIGNED_IN }
      : { kind: 'tokens', tokens: { access_token, refresh_token } };
  }

  const message = params.get('message');
  return message === null ? undefined : { kind: 'message', message };
}

/**
 * Reads the result of a callback and removes it from the address, before any other code reads or
 * stores the address. Afterwards the address is that of the route that handles the result.
 */
export function takeCallbackResult(storageKey: string): CallbackResult | undefined {
  const { pathname, search, hash, origin } = location;
  if (!callbackPaths.has(pathname)) return undefined;
  const params = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  const result = parseResult(params, storageKey);
  if (!result) return undefined;

  const isRecovery =
    pathname === RESET ||
    params.get('type') === 'recovery' ||
    (result.kind === 'code' && storedVerifier(storageKey)?.endsWith(RECOVERY_SUFFIX) === true);
  const next = internalPath(params.get('next'), origin);
  const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`;
  history.replaceState(history.state, '', (isRecovery ? RESET : CALLBACK) + query);
  return result;
}

/** Signs in with a callback's code or tokens, or refreshes the session. */
export function applyCallback(
  auth: GoTrueClient,
  result: PendingCallback,
): Promise<{ error: unknown }> {
  if (result.kind === 'code') return auth.exchangeCodeForSession(result.code);
  if (result.kind === 'tokens') return auth.setSession(result.tokens);
  return auth.refreshSession();
}
