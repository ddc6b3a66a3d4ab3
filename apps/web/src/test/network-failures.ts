import { json } from './fake-backend.ts';

/** Failures of a request that are no refusal, and how fakeBackend produces them. */
export const networkFailures: [what: string, answer: () => Response | Promise<Response>][] = [
  ['the server fails', () => json({ code: '57014', message: 'canceled' }, 500)],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  // The rejection of a request that the client aborted; lib/supabase.dom.test.ts tests when it does.
  [
    'the server does not answer in time',
    () => Promise.reject(new DOMException('signal is aborted without reason', 'AbortError')),
  ],
];
