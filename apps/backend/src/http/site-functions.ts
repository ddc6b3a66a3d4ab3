/** Asks one of the project's functions that the site speaks through; with nobody's rights. */
export type AskFunction = (name: string, query: URLSearchParams) => Promise<Response>;

/** How long a function may take to answer, ms. */
const patience = 5_000;

/** @param apiUrl where the API is for this server */
export const siteFunctions =
  (apiUrl: string, publishableKey: string): AskFunction =>
  (name, query) =>
    fetch(`${apiUrl}/functions/v1/${name}?${query.toString()}`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(patience),
    });
