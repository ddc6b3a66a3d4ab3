import { Callers } from '../_shared/callers.ts';
import { ServerApi } from '../_shared/server-api.ts';
import { apiKey, setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';

const url = setting('SUPABASE_URL');
const server = new ServerApi(url, apiKey('secret'));
const callers = new Callers(url, apiKey('publishable'));

Deno.serve((request) => handle(request, server, callers));
