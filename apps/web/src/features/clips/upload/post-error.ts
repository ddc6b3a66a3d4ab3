import { limitReason } from '#lib/backend-error.ts';

/** Why a clip was not sent. */
export type PostProblem =
  /** There is no network, or the session could not be renewed for lack of a response: the clip can wait. */
  | 'offline'
  /** No account is signed in, or a different one than recorded the take. */
  | 'signed-out'
  /** The chosen voice filter could not be applied. */
  | 'unmasked'
  /** With the chosen filter, the clip lasts longer than it may. */
  | 'too-long'
  | 'upload-failed'
  | 'save-failed'
  | 'cancelled'
  | 'unexpected';

/** The problems after which the user is asked to try again. */
export type LastingProblem = Exclude<PostProblem, 'offline' | 'cancelled'>;

/** Why a take was not sent. */
export interface PostFailure {
  problem: LastingProblem;
  /** The backend's message about the limit that was reached. */
  limit?: string | undefined;
}

export class PostError extends Error {
  override readonly name = 'PostError';
  readonly problem: PostProblem;

  constructor(problem: PostProblem, options?: ErrorOptions) {
    super(`The clip was not sent: ${problem}`, options);
    this.problem = problem;
  }
}

/** Converts an error of posting to a PostError. Without a network, every post can wait that was not cancelled or refused. */
export function postErrorOf(cause: unknown): PostError {
  const error = cause instanceof PostError ? cause : new PostError('unexpected', { cause });
  const canWait = error.problem !== 'cancelled' && error.problem !== 'signed-out';
  if (!canWait || error.problem === 'offline' || navigator.onLine) return error;
  return new PostError('offline', { cause: error });
}

/** The failure to store with a take; null for one that was cancelled or can wait. */
export function failureOf(cause: unknown): PostFailure | null {
  const { problem, cause: reason } = cause instanceof PostError ? cause : postErrorOf(cause);
  if (problem === 'cancelled' || problem === 'offline') return null;
  return { problem, limit: limitReason(reason) };
}
