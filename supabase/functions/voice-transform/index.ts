import { Callers } from '../_shared/callers.ts';
import { apiKey, setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';
import { Quota } from './quota.ts';

const url = setting('SUPABASE_URL');
const publishableKey = apiKey('publishable');
const callers = new Callers(url, publishableKey);
const quota = new Quota(url, publishableKey);

Deno.serve((request) => handle(request, async () => quota.consume(await callers.require(request))));
