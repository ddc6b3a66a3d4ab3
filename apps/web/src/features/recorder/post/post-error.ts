/** Why a drop was not posted. */
export type PostProblem =
  /** There is no network, or the session could not be renewed for lack of a response: the post can wait. */
  | 'offline'
  /** No account is signed in, or a different one than recorded the take. */
  | 'signed-out'
  /** The chosen voice filter could not be applied. */
  | 'unmasked'
  /** With the chosen filter, the clip lasts longer than a drop may. */
  | 'too-long'
  | 'upload-failed'
  | 'save-failed'
  | 'cancelled'
  | 'unexpected';

/** The problems after which the user is asked to try again. */
export type LastingProblem = Exclude<PostProblem, 'offline' | 'cancelled'>;

export class PostError extends Error {
  override readonly name = 'PostError';
  readonly problem: PostProblem;

  constructor(problem: PostProblem, options?: ErrorOptions) {
    super(`The drop was not posted: ${problem}`, options);
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
