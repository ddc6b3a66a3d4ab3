/** An error that whoever runs this caused and can mend: its own words are enough, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
