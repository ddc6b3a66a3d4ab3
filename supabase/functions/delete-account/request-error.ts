/** Why an account is not deleted, each with the HTTP status that answers it. */
const STATUSES = {
  method_not_allowed: 405,
  unauthorized: 401,
  reauthentication_needed: 403,
  insufficient_aal: 403,
  deletion_failed: 500,
  deletion_unfinished: 503,
} as const;

export type RequestErrorCode = keyof typeof STATUSES;

/** A request that is refused; the message is meant for the caller. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  readonly status: number;

  constructor(code: RequestErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = STATUSES[code];
  }
}
