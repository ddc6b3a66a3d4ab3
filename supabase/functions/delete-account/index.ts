import { setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';
import { Server } from './server.ts';

const server = new Server(setting('SUPABASE_URL'), setting('SUPABASE_SERVICE_ROLE_KEY'));

Deno.serve((request) => handle(request, server));
