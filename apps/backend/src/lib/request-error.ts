import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** What goes wrong before a service is reached, or in every service alike. */
export type RequestErrorCode =
  | 'missing_api_key'
  | 'bad_api_key'
  | 'bad_jwt'
  | 'jwt_expired'
  | 'session_not_found'
  | 'body_too_large'
  | 'bad_body'
  | 'rate_limited'
  | 'not_found'
  | 'not_supported'
  | 'timeout'
  | 'unavailable';

/** An error of the gateway; each service puts it into its own protocol's shape. */
export class RequestError extends Error {
  override name = 'RequestError';

  readonly status: ContentfulStatusCode;
  readonly code: RequestErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    code: RequestErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
