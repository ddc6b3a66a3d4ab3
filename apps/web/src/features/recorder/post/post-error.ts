/** Why a drop was not posted. */
export type PostProblem =
  /** There is no network, or no answer by which the session could be renewed: the post can wait. */
  | 'offline'
  /** Nobody is signed in, or another account than the one that recorded the take. */
  | 'signed-out'
  /** The chosen voice filter could not be applied. */
  | 'unmasked'
  | 'upload-failed'
  | 'save-failed'
  | 'cancelled'
  | 'unexpected';

/** The problems after which the person is asked to try again. */
export type LastingProblem = Exclude<PostProblem, 'offline' | 'cancelled'>;

export class PostError extends Error {
  override readonly name = 'PostError';
  readonly problem: PostProblem;

  constructor(problem: PostProblem, options?: ErrorOptions) {
    super(`The drop was not posted: ${problem}`, options);
    this.problem = problem;
  }
}

/** Anything that was thrown while posting, as a PostError. Without a network all but a cancelled or refused post can wait. */
export function postErrorOf(cause: unknown): PostError {
  const error = cause instanceof PostError ? cause : new PostError('unexpected', { cause });
  const canWait = error.problem !== 'cancelled' && error.problem !== 'signed-out';
  if (!canWait || error.problem === 'offline' || navigator.onLine) return error;
  return new PostError('offline', { cause: error });
}
