import { json } from './fake-backend.ts';

/** The ways in which a call fails that nobody refuses: what happened, and how fakeBackend does it. */
export const networkFailures: [what: string, answer: () => Response | Promise<Response>][] = [
  ['the server fails', () => json({ code: '57014', message: 'canceled' }, 500)],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  // What is left of a call that the client gave up; lib/supabase.test.ts shows when it does.
  [
    'the server does not answer in time',
    () => Promise.reject(new DOMException('signal is aborted without reason', 'AbortError')),
  ],
];
