import { vi } from 'vitest';
import { XhrOverFetch } from './xhr-over-fetch.ts';

/** Answers one call of the protocol. */
type Answer = (request: Request) => Response | Promise<Response>;

export const json = (body: unknown, status = 200): Response => Response.json(body, { status });

/** The answer to a read that asks only how many rows there are. */
export const counted = (count: number): Response =>
  new Response(null, { headers: { 'content-range': `*/${count}` } });

/** An answer that never comes, until whoever asked hangs up. */
export const neverAnswers = ({ signal }: Request): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/**
 * Stands where the network begins: answers calls by method and path, and keeps
 * them. A call that nothing answers fails as it would offline.
 *
 * @param answers by 'POST /auth/v1/token' and the like; may be changed as the test goes on
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
