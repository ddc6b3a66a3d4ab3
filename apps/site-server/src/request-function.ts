import type { SendRequest } from '@undertone/backend/http/internal-requests.ts';

/**
 * Sends a GET request to one of the project's functions, with the rights of a visitor.
 *
 * @param clientAddress the address of the client whose request the site is serving
 * @param timeout how long the function may take to respond, ms; by default as long as programs such as
 *   podcast apps and crawlers wait
 */
export type RequestFunction = (
  name: string,
  query: URLSearchParams,
  clientAddress: string,
  timeout?: number,
) => Promise<Response>;

/** How long programs wait for a function, ms. */
const programTimeout = 30_000;

/**
 * Creates a `RequestFunction`.
 *
 * @param apiUrl the URL of the API for this server
 * @param send sends a request
 */
export const createRequestFunction =
  (
    apiUrl: string,
    publishableKey: string,
    send: SendRequest = (request) => fetch(request),
  ): RequestFunction =>
  async (name, query, clientAddress, timeout = programTimeout) => {
    const signal = AbortSignal.timeout(timeout);
    const request = new Request(`${apiUrl}/functions/v1/${name}?${query.toString()}`, {
      headers: { apikey: publishableKey },
      signal,
      // A redirect is for the site's own client.
      redirect: 'manual',
    });
    // An unread body, as of a response to HEAD or to a client that has left, would occupy the function's
    // thread until its time limit of a minute.
    const readWhole = async () => {
      const response = await send(request, clientAddress);
      return new Response(response.body && (await response.arrayBuffer()), response);
    };
    // A function need not end when its caller gives up.
    const expired = new Promise<never>((_resolve, reject) => {
      const expire = () => reject(signal.reason);
      if (signal.aborted) expire();
      else signal.addEventListener('abort', expire, { once: true });
    });
    return Promise.race([readWhole(), expired]);
  };
