import { handle } from './handler.ts';
import { Server } from './server.ts';

const setting = (name: string): string => {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const server = new Server(setting('SUPABASE_URL'), setting('SUPABASE_SERVICE_ROLE_KEY'));

Deno.serve((request) => handle(request, server));
