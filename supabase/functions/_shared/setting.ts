import { chooseApiKey } from './api-key.ts';
import { PublicRecords } from './public-records.ts';

/** Reads an environment variable that the server sets for every function. @throws when it is missing */
export function setting(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** Reads an api key: see `chooseApiKey`. @throws when there is none */
export const apiKey = (kind: 'publishable' | 'secret'): string =>
  chooseApiKey((name) => Deno.env.get(name), kind);

/**
 * Serves a function that reads public records.
 *
 * @param handle the function's handler; `hasFeeds` says whether the operator has enabled podcast feeds
 */
export function servePublicRecords(
  handle: (request: Request, records: PublicRecords, hasFeeds: boolean) => Promise<Response>,
): void {
  const records = new PublicRecords(setting('SUPABASE_URL'), apiKey('publishable'));
  const hasFeeds = Deno.env.get('PODCAST_FEEDS') !== 'off';
  Deno.serve((request) => handle(request, records, hasFeeds));
}
