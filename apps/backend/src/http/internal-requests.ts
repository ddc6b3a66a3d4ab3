import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { GatewayEnv, Service } from './service.ts';

/** Sends a request to one of this process's services, on behalf of the client with an address. */
export type SendRequest = (request: Request, clientAddress: string) => Promise<Response>;

/**
 * Sends requests of the backend itself to a service, without the network. No rate counts them, since
 * the request that causes one has been counted. They wait for slots as the client of that request.
 * @param name of the service: `/<name>/v1` begins the requests' paths
 */
export function internalRequests(name: string, { routes }: Service, log: Logger): SendRequest {
  const app = new Hono<{
    Variables: GatewayEnv['Variables'];
    Bindings: { readonly clientAddress: string };
  }>();
  app.use(async (context, next) => {
    context.set('isInternal', true);
    context.set('clientAddress', context.env.clientAddress);
    context.set('clientProtocol', 'http');
    context.set('requestId', randomUUID());
    context.set('log', log);
    await next();
  });
  app.route(`/${name}/v1`, routes);
  return async (request, clientAddress) => app.fetch(request, { clientAddress });
}
