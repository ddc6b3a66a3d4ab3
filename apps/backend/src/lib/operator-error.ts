/** An error that the operator caused and can mend: its message is enough, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
