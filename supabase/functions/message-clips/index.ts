import { CallerApi } from '../_shared/caller-api.ts';
import { Callers } from '../_shared/callers.ts';
import { ServerApi } from '../_shared/server-api.ts';
import { apiKey, setting } from '../_shared/setting.ts';
import { ClipStore } from './clip-store.ts';
import { handle } from './handler.ts';

const url = setting('SUPABASE_URL');
const publishableKey = apiKey('publishable');
const secretKey = apiKey('secret');
const callers = new Callers(url, publishableKey);
const server = new ServerApi(url, secretKey);
const clips = new ClipStore(new CallerApi(url, publishableKey), server);

Deno.serve((request) => handle(request, { callers, clips, server, secretKey }));
