/** Why a drop was not posted. */
export type PostProblem =
  /** No one is signed in, or someone else is. */
  | 'signed-out'
  /** The voice could not be masked as it was asked for. */
  | 'unmasked'
  | 'upload-failed'
  | 'save-failed'
  | 'cancelled'
  | 'unexpected';

export class PostError extends Error {
  override readonly name = 'PostError';
  readonly problem: PostProblem;

  constructor(problem: PostProblem, options?: ErrorOptions) {
    super(`The drop was not posted: ${problem}`, options);
    this.problem = problem;
  }
}
