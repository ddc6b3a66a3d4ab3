/** What a caller can do wrong, each with the HTTP status that answers it. */
const STATUSES = {
  method_not_allowed: 405,
  body_too_large: 413,
  invalid_json: 400,
  invalid_request: 400,
  unknown_filter: 400,
  invalid_base64: 400,
  // The request is well-formed, but what it carries cannot be processed.
  not_wav: 422,
  malformed_wav: 422,
  unsupported_wav: 422,
  clip_too_long: 422,
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
