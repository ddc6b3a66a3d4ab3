import { readBounded } from '../../../../lib/read-bounded.ts';
import { ProviderError } from './provider.ts';

/** Largest response that is read, bytes: key sets are the largest in use, with some 10 kB. */
const maximumResponse = 256 * 1024;

/** How long a whole response may take, ms. */
const defaultTimeout = 10_000;

interface ProviderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'] | undefined;
}

/** Sends a request to a provider; oauth4webapi's `customFetch`. */
export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/**
 * Creates the `fetch` for providers, which may be slow, broken or hostile: limited in time and size,
 * and without following redirects. It returns a response whose body has been read, and throws a
 * `ProviderError` when the response is late, too large or not successful.
 * @param timeout of a whole response, ms
 */
export const createProviderFetch =
  (timeout = defaultTimeout): ProviderFetch =>
  async (url, { method, headers, body = null }) => {
    const target = new URL(url);
    try {
      const response = await fetch(target, {
        method,
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new ProviderError(`the response is ${response.status}`);
      }
      // Only JSON is requested. No other header matters, so none is passed on.
      return new Response(await readBounded(response, maximumResponse), {
        headers: { 'content-type': 'application/json' },
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      throw new ProviderError(`${target.origin}${target.pathname}: ${reason}`);
    }
  };
