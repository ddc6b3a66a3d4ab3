import { CallerApi } from '../_shared/caller-api.ts';
import { Callers } from '../_shared/callers.ts';
import { apiKey, setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';

const url = setting('SUPABASE_URL');
const publishableKey = apiKey('publishable');
const callers = new Callers(url, publishableKey);
const api = new CallerApi(url, publishableKey);

Deno.serve((request) =>
  handle(request, async () => {
    // The database has the limit: see `act_limits`.
    await api.call(await callers.require(request), 'count_masking', {});
  }),
);
