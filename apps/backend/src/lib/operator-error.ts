/** An error that the operator caused and can correct: its message is printed without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
