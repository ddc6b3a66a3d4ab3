import { PublicRecords } from './public-records.ts';

/** Reads an environment variable that the server sets for every function. @throws when it is missing */
export function setting(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** Reads public records from the server that runs the function. */
export const publicRecords = (): PublicRecords =>
  new PublicRecords(setting('SUPABASE_URL'), setting('SUPABASE_ANON_KEY'));
