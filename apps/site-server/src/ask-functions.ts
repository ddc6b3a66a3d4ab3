import type { SendRequest } from '@undertone/backend/http/internal-requests.ts';

/**
 * Asks one of the project's functions that the site speaks through; with nobody's rights.
 *
 * @param clientAddress whose request of the site it is
 */
export type AskFunction = (
  name: string,
  query: URLSearchParams,
  clientAddress: string,
) => Promise<Response>;

/** How long a function may take to answer, ms. */
const patience = 5_000;

/**
 * @param apiUrl where the API is for this server
 * @param send sends a request
 */
export const askFunctions =
  (
    apiUrl: string,
    publishableKey: string,
    send: SendRequest = (request) => fetch(request),
  ): AskFunction =>
  (name, query, clientAddress) => {
    const request = new Request(`${apiUrl}/functions/v1/${name}?${query.toString()}`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(patience),
    });
    return send(request, clientAddress);
  };
