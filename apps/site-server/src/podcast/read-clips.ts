import type { SendRequest } from '@undertone/backend/http/internal-requests.ts';

/** Reads a clip from the bucket as a visitor. */
export type ReadClip = (
  path: string,
  options: {
    /** Whose request of the site it is. */
    readonly clientAddress: string;
    readonly method?: 'GET' | 'HEAD';
    /** `range` and the like. */
    readonly headers?: Readonly<Record<string, string>>;
  },
) => Promise<Response>;

/**
 * @param apiUrl where the API is for this server
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
