import { PublicRecords } from './public-records.ts';

/** Reads an environment variable that the server sets for every function. @throws when it is missing */
export function setting(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** Serves a function that reads public records. */
export function serveWithRecords(
  handle: (request: Request, records: PublicRecords) => Promise<Response>,
): void {
  const records = new PublicRecords(setting('SUPABASE_URL'), setting('SUPABASE_ANON_KEY'));
  Deno.serve((request) => handle(request, records));
}
