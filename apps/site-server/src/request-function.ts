import type { SendRequest } from '@undertone/backend/http/internal-requests.ts';

/**
 * Sends a GET request to one of the project's functions, with the rights of a visitor.
 *
 * @param clientAddress the address of the client whose request the site is serving
 */
export type RequestFunction = (
  name: string,
  query: URLSearchParams,
  clientAddress: string,
) => Promise<Response>;

/** How long a function may take to respond, ms. */
const functionTimeout = 5_000;

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
  (name, query, clientAddress) => {
    const request = new Request(`${apiUrl}/functions/v1/${name}?${query.toString()}`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(functionTimeout),
    });
    return send(request, clientAddress);
  };
