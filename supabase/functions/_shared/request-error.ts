/** A request that a function rejects; the message is meant for the caller. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** The HTTP status of the response. */
  readonly status: number;
  /** The reason in a form for programs, in snake case. */
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}
