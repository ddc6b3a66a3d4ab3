import type { Server } from 'node:http';
import { Hono } from 'hono';
import { listen } from '../../http/listen.ts';
import type { Metrics } from './metrics.ts';

/** Only this machine may ask: the port is no part of what a proxy publishes. */
const host = '127.0.0.1';

/**
 * Serves `/metrics` on a port of its own.
 * @throws {PortTakenError} when another program listens there
 */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  const app = new Hono();
  app.get('/metrics', async (context) =>
    context.body(await metrics.print(), 200, { 'content-type': metrics.contentType }),
  );
  return listen(app.fetch, host, port);
}
