import type { SendRequest } from '@undertone/backend/http/internal-requests.ts';

/** Asks one of the project's functions that the site speaks through; with nobody's rights. */
export type AskFunction = (name: string, query: URLSearchParams) => Promise<Response>;

/** How long a function may take to answer, ms. */
const patience = 5_000;

/**
 * @param apiUrl where the API is for this server
 * @param send sends a request
 */
export const askFunctions =
  (apiUrl: string, publishableKey: string, send: SendRequest = fetch): AskFunction =>
  (name, query) =>
    send(
      new Request(`${apiUrl}/functions/v1/${name}?${query.toString()}`, {
        headers: { apikey: publishableKey },
        signal: AbortSignal.timeout(patience),
      }),
    );
