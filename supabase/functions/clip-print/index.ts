import { ServerApi } from '../_shared/server-api.ts';
import { apiKey, setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';

const secretKey = apiKey('secret');
const server = new ServerApi(setting('SUPABASE_URL'), secretKey);

Deno.serve((request) => handle(request, server, secretKey));
