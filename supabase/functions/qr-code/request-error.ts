/** What a caller can do wrong, each with the HTTP status that answers it. */
const STATUSES = {
  method_not_allowed: 405,
  unknown_parameter: 400,
  missing_data: 400,
  data_too_long: 400,
  invalid_size: 400,
  invalid_format: 400,
  invalid_margin: 400,
  invalid_ecc: 400,
  // Each parameter is fine, but not all of them together.
  does_not_fit: 422,
} as const;

export type RequestErrorCode = keyof typeof STATUSES;

/** A request that is refused; the message is meant for the caller. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  readonly status: number;

  constructor(code: RequestErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = STATUSES[code];
  }
}
