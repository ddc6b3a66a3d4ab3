import type { SendRequest } from '../../http/internal-requests.ts';
import { readBounded } from '../../lib/read-bounded.ts';
import type { CallLimits } from './limits.ts';

/** A row of `net.http_request_queue`. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>> | null;
  readonly body: Buffer<ArrayBuffer> | null;
  readonly timeout: number;
}

/** Columns of `net._http_response`. */
export interface CallResult {
  readonly status: number | null;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly content: string | null;
  readonly isTimedOut: boolean;
  readonly error: string | null;
}

/** Where calls may go. */
export interface CallTargets {
  /** Origins of this backend, of which calls reach the functions only. */
  readonly origins: ReadonlySet<string>;
  readonly sendToFunctions: SendRequest;
  /** Other hosts, as in a URL: with a port that is not the scheme's. */
  readonly hosts: ReadonlySet<string>;
}

/** The address on whose behalf functions are called: the backend's own. */
const ownAddress = '127.0.0.1';

const send = async (request: Request, targets: CallTargets): Promise<Response> => {
  const { origin, host, pathname, protocol } = new URL(request.url);
  if (targets.origins.has(origin)) {
    if (pathname.startsWith('/functions/v1/')) return targets.sendToFunctions(request, ownAddress);
    throw new Error('of this backend, calls reach /functions/v1/ only');
  }
  if (!/^https?:$/.test(protocol) || !targets.hosts.has(host)) {
    throw new Error(`"${host}" is not among OUTGOING_HOSTS`);
  }
  return fetch(request);
};

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

const failed = (error: string, isTimedOut = false): CallResult => ({
  status: null,
  contentType: null,
  headers: null,
  content: null,
  isTimedOut,
  error,
});

/**
 * Sends a request and reads its response, without following redirects.
 * @param stopping aborts the request
 */
export async function sendCall(
  { method, url, headers, body, timeout }: Call,
  targets: CallTargets,
  limits: CallLimits,
  stopping: AbortSignal,
): Promise<CallResult> {
  const time = Math.max(0, Math.min(timeout, limits.duration));
  const deadline = AbortSignal.timeout(time);
  try {
    const parsed = URL.parse(url);
    // `Request` refuses such a URL with an error that has the password, and the log would have it too.
    if (parsed?.username || parsed?.password)
      throw new Error('a URL with user information is refused');
    const request = new Request(url, {
      method: method.toUpperCase(),
      headers: Object.entries(headers ?? {}).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([deadline, stopping]),
    });
    const response = await send(request, targets);
    const content = await readBounded(response, limits.responseSize);
    return {
      status: response.status,
      contentType: response.headers.get('content-type'),
      headers: Object.fromEntries(response.headers),
      // PostgreSQL's text has no NUL.
      content: content.toString('utf8').replaceAll('\0', '\u{FFFD}'),
      isTimedOut: false,
      error: null,
    };
  } catch (error) {
    return deadline.aborted
      ? failed(`Timeout of ${time} ms reached`, true)
      : failed(describe(error));
  }
}
