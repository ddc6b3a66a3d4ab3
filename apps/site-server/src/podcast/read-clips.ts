import type { SendRequest } from '@undertone/backend/http/internal-requests.ts';

/** Reads a clip from the bucket as a visitor. */
export type ReadClip = (
  path: string,
  options: {
    /** The address of the client whose request the site is serving. */
    readonly clientAddress: string;
    readonly method?: 'GET' | 'HEAD';
    /** Further headers, such as `range`. */
    readonly headers?: Readonly<Record<string, string>>;
  },
) => Promise<Response>;

/**
 * Creates a `ReadClip`.
 *
 * @param apiUrl the URL of the API for this server
 * @param send sends a request
 */
export const readClips =
  (
    apiUrl: string,
    publishableKey: string,
    send: SendRequest = (request) => fetch(request),
  ): ReadClip =>
  (path, { clientAddress, method = 'GET', headers = {} }) => {
    const request = new Request(`${apiUrl}/storage/v1/object/authenticated/voice-drops/${path}`, {
      method,
      headers: { ...headers, apikey: publishableKey },
    });
    return send(request, clientAddress);
  };
