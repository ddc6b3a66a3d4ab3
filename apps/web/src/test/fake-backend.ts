import { vi } from 'vitest';
import { XhrOverFetch } from './xhr-over-fetch.ts';

/** Answers one request. */
type Answer = (request: Request) => Response | Promise<Response>;

export const json = (body: unknown, status = 200): Response => Response.json(body, { status });

/** The answer to a request for the number of rows. */
export const counted = (count: number): Response =>
  new Response(null, { headers: { 'content-range': `*/${count}` } });

/** Never answers; rejects when the request is aborted. */
export const neverAnswers = ({ signal }: Request): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/**
 * Replaces `fetch` and XMLHttpRequest: answers requests by method and path, and records them. A
 * request without an answer fails as it would offline.
 *
 * @param answers by method and path, e.g. 'POST /auth/v1/token'; a test may change the object
 */
export function fakeBackend(answers: Record<string, Answer>): { requests: Request[] } {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request.clone());
    const answer = answers[`${request.method} ${new URL(request.url).pathname}`];
    if (!answer) throw new TypeError(`Failed to fetch: ${request.method} ${request.url}`);
    return answer(request);
  });
  vi.stubGlobal('XMLHttpRequest', XhrOverFetch);
  return { requests };
}
