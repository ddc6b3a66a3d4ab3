import { createMiddleware } from 'hono/factory';
import type { GatewayEnv } from './service.ts';

/** As nginx says it: the client closed its connection before it was answered. */
export const clientClosedRequest = 499;

const isGone = (env: unknown): boolean => {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return false;
  const { incoming } = env;
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return false;
  const { socket } = incoming;
  return typeof socket === 'object' && socket !== null && 'destroyed' in socket
    ? socket.destroyed === true
    : false;
};

/**
 * Middleware that gives requests whose client has gone the status 499, whatever became of them:
 * nobody sees the answer, and what broke because the client left is no error of the server's.
 */
export const markHangUps = createMiddleware<GatewayEnv>(async (context, next) => {
  await next();
  if (!isGone(context.env)) return;
  // Lets go of what the answer holds, as a function's thread.
  await context.res.body?.cancel();
  context.res = new Response(null, { status: clientClosedRequest });
});
