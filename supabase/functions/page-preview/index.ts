import { handle } from './handler.ts';
import { PublicRecords } from './public-records.ts';

const setting = (name: string): string => {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const records = new PublicRecords(setting('SUPABASE_URL'), setting('SUPABASE_ANON_KEY'));

Deno.serve((request) => handle(request, records));
