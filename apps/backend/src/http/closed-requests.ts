import { createMiddleware } from 'hono/factory';
import type { GatewayEnv } from './service.ts';

/** nginx's status for a request whose client closed its connection before the answer. */
export const clientClosedRequest = 499;

const isClientGone = (env: unknown): boolean => {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return false;
  const { incoming } = env;
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return false;
  const { socket } = incoming;
  return typeof socket === 'object' && socket !== null && 'destroyed' in socket
    ? socket.destroyed === true
    : false;
};

/**
 * Middleware that answers requests of clients that have closed their connection with 499, in place
 * of any other answer: nobody receives it, and what failed because the client left is no error of
 * the server.
 */
export const markClosedRequests = createMiddleware<GatewayEnv>(async (context, next) => {
  await next();
  if (!isClientGone(context.env)) return;
  // Frees what the answer holds, such as the thread of a function.
  await context.res.body?.cancel();
  context.res = new Response(null, { status: clientClosedRequest });
});
