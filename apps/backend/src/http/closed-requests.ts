import { createMiddleware } from 'hono/factory';
import { outgoingOf } from './direct-response.ts';
import type { GatewayEnv } from './service.ts';

/** nginx's status for a request whose client closed its connection before the response. */
export const clientClosedRequest = 499;

/**
 * Middleware that gives status 499 to requests whose client has closed its connection: what failed
 * because the client left is no error of the server.
 */
export const markClosedRequests = createMiddleware<GatewayEnv>(async (context, next) => {
  await next();
  if (!outgoingOf(context.env)?.req.socket.destroyed) return;
  // Frees the resources of the response, such as the thread of a function.
  await context.res.body?.cancel();
  context.res = new Response(null, { status: clientClosedRequest });
});
