import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Codes of errors that occur before a service is reached, or in every service. */
export type RequestErrorCode =
  | 'missing_api_key'
  | 'bad_api_key'
  | 'bad_jwt'
  | 'jwt_expired'
  | 'session_not_found'
  | 'body_too_large'
  | 'bad_body'
  | 'rate_limited'
  | 'uri_too_long'
  | 'not_found'
  | 'not_supported'
  | 'timeout'
  | 'unavailable';

export interface HttpErrorOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error with the status and the headers of its response; each service writes the body in its protocol's shape. */
export class HttpError<
  Code extends string,
  Status extends number = ContentfulStatusCode,
> extends Error {
  readonly status: Status;
  readonly code: Code;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: Status,
    code: Code,
    message: string,
    { headers = {}, cause }: HttpErrorOptions = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** An error of the gateway. */
export class RequestError extends HttpError<RequestErrorCode> {
  override name = 'RequestError';
}
