import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { clientClosedRequest } from './closed-requests.ts';
import type { GatewayEnv } from './service.ts';
import type { TrustedProxies } from '../lib/trusted-proxies.ts';

/**
 * Middleware that gives each request an id and the address of its client, and logs a line with its
 * response. Queries are never logged: they contain filters on people and the tokens of signed URLs.
 */
export const logRequests = (log: Logger, proxies: TrustedProxies) =>
  createMiddleware<GatewayEnv>(async (context, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    context.set('requestId', requestId);
    context.set('log', log.child({ requestId }));
    const peer = getConnInfo(context).remote.address;
    const client = proxies.clientOf(peer, context.req.raw.headers);
    context.set('clientAddress', client.address);
    context.set('clientProtocol', client.protocol);
    await next();
    const { status, headers } = context.res;
    // Set in place: Hono's method would copy the response.
    headers.set('x-request-id', requestId);
    const isError = status >= 500;
    log[isError ? 'error' : 'info'](
      {
        requestId,
        method: context.req.method,
        path: context.req.path,
        status,
        ms: Math.round(performance.now() - started),
        err: isError || status === clientClosedRequest ? context.error : undefined,
      },
      'request',
    );
  });
