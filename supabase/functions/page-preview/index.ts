import { PublicRecords } from '../_shared/public-records.ts';
import { setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';

const records = new PublicRecords(setting('SUPABASE_URL'), setting('SUPABASE_ANON_KEY'));

Deno.serve((request) => handle(request, records));
