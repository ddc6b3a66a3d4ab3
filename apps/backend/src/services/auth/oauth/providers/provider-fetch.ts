import { readBounded } from '../../../../lib/read-bounded.ts';
import { ProviderError } from './provider.ts';

/** Largest answer that is read, bytes: key sets are the largest in use, at some 10 kB. */
const maximumAnswer = 256 * 1024;

/** How long an answer may take in all, ms. */
const defaultTimeout = 10_000;

interface ProviderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'] | undefined;
}

/** Sends a request to a provider; the `customFetch` that oauth4webapi is given. */
export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/**
 * Makes the `fetch` for providers, which may be slow, broken or hostile: bounded in time and size,
 * and without following redirects, which could lead anywhere. It gives an answer whose body has
 * been read, and throws a `ProviderError` where none comes in time, it is too large, or its status
 * is no success.
 * @param timeout for a whole answer, ms
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
        throw new ProviderError(`the answer is ${response.status}`);
      }
      // Only JSON is asked for. Of the headers nothing else counts, so none is passed on.
      return new Response(await readBounded(response, maximumAnswer), {
        headers: { 'content-type': 'application/json' },
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      throw new ProviderError(`${target.origin}${target.pathname}: ${reason}`);
    }
  };
