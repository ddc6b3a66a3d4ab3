import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';

/** Asks one of the project's functions that the site speaks through; with nobody's rights. */
export type AskFunction = (name: string, query: URLSearchParams) => Promise<Response>;

/** How long a function may take to answer, ms. */
const patience = 5_000;

/**
 * @param apiUrl where the API is for this server
 * @param send sends a request
 */
export const siteFunctions =
  (
    apiUrl: string,
    publishableKey: string,
    send: (request: Request) => Promise<Response> = fetch,
  ): AskFunction =>
  (name, query) =>
    send(
      new Request(`${apiUrl}/functions/v1/${name}?${query.toString()}`, {
        headers: { apikey: publishableKey },
        signal: AbortSignal.timeout(patience),
      }),
    );

/**
 * Asks functions that this process serves, without the way through the network. Such requests
 * are the backend's own: whoever wants the page has been counted for it.
 * @param routes of the functions service
 */
export function ownFunctions(
  routes: Hono<GatewayEnv>,
  publishableKey: string,
  log: Logger,
): AskFunction {
  const app = new Hono<GatewayEnv>();
  app.use(async (context, next) => {
    context.set('isOwn', true);
    context.set('clientAddress', '127.0.0.1');
    context.set('clientProtocol', 'http');
    context.set('requestId', randomUUID());
    context.set('log', log);
    await next();
  });
  app.route('/functions/v1', routes);
  return siteFunctions('http://localhost', publishableKey, async (request) => app.fetch(request));
}
