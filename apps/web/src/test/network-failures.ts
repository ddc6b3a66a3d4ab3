import { json } from './fake-backend.ts';

/** The response of a server that fails. */
export const serverError = () => json({ code: '57014', message: 'canceled' }, 500);

/** Failures of a request that are no refusal, and how fakeBackend produces them. */
export const networkFailures: [what: string, answer: () => Response | Promise<Response>][] = [
  ['the server fails', serverError],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  // The rejection of a request that the client aborted; lib/supabase.dom.test.ts tests when it does.
  [
    'the server does not answer in time',
    () => Promise.reject(new DOMException('signal is aborted without reason', 'AbortError')),
  ],
];
