import type { SendRequest } from '@undertone/backend/http/internal-requests.ts';

/** Reads a clip from the bucket as a visitor. @param headers `range` and the like */
export type ReadClip = (
  path: string,
  options?: {
    readonly method?: 'GET' | 'HEAD';
    readonly headers?: Readonly<Record<string, string>>;
  },
) => Promise<Response>;

/**
 * @param apiUrl where the API is for this server
 * @param send sends a request
 */
export const readClips =
  (apiUrl: string, publishableKey: string, send: SendRequest = fetch): ReadClip =>
  (path, { method = 'GET', headers = {} } = {}) =>
    send(
      new Request(`${apiUrl}/storage/v1/object/authenticated/voice-drops/${path}`, {
        method,
        headers: { ...headers, apikey: publishableKey },
      }),
    );
