import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { GatewayEnv, Service } from './service.ts';

/** Sends a request to one of this process's services. */
export type SendRequest = (request: Request) => Promise<Response>;

/**
 * Sends requests of the backend's own to a service, without the network. They count for no
 * client: a page that causes one has been counted itself.
 * @param name of the service: `/<name>/v1` begins the requests' paths
 */
export function internalRequests(name: string, { routes }: Service, log: Logger): SendRequest {
  const app = new Hono<GatewayEnv>();
  app.use(async (context, next) => {
    context.set('isInternal', true);
    context.set('clientAddress', '127.0.0.1');
    context.set('clientProtocol', 'http');
    context.set('requestId', randomUUID());
    context.set('log', log);
    await next();
  });
  app.route(`/${name}/v1`, routes);
  return async (request) => app.fetch(request);
}
