import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { OperatorError } from '../lib/operator-error.ts';
import { sendDirectResponse } from './direct-response.ts';

/** Time limits of connections, so that slow clients hold nothing for long; ms. */
export interface ConnectionLimits {
  /** For sending a request's headers. */
  readonly headers: number;
  /** For sending a whole request: an upload of 26 MiB at 1 Mbit/s takes 220 seconds. */
  readonly request: number;
  /** Without a byte in either direction while a request is under way: the client has stopped reading. */
  readonly silence: number;
  /** Between two requests on one connection; longer than proxies wait, so that they close first. */
  readonly keepAlive: number;
  /** How often the first two are checked. */
  readonly checkEvery: number;
}

const defaultLimits: ConnectionLimits = {
  headers: 15_000,
  request: 300_000,
  silence: 120_000,
  keepAlive: 65_000,
  checkEvery: 5_000,
};

/** How long requests under way may take to finish when a server stops, ms. */
export const drainTimeout = 10_000;

/** Answers a request; `env` holds Node's own view of it. */
type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/**
 * Serves HTTP with the given handler.
 * @param isUpgrade which requests come as `upgrade` events; for all others an offer to upgrade is
 *   ignored
 * @throws {OperatorError} when another program listens there
 */
export async function listen(
  fetch: Fetch,
  host: string,
  port: number,
  isUpgrade: (request: IncomingMessage) => boolean = () => false,
  limits: ConnectionLimits = defaultLimits,
): Promise<Server> {
  const answer = getRequestListener(async (request, env) =>
    sendDirectResponse(await fetch(request, env), env),
  );
  const server = createServer(
    { connectionsCheckingInterval: limits.checkEvery, shouldUpgradeCallback: isUpgrade },
    (request, response) => void answer(request, response),
  );
  server.headersTimeout = limits.headers;
  server.requestTimeout = limits.request;
  server.timeout = limits.silence;
  server.keepAliveTimeout = limits.keepAlive;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} on ${host} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
        { cause: error },
      );
    }
    if (code === 'EACCES') {
      throw new OperatorError(`This user may not listen on port ${port}. Choose one above 1023.`, {
        cause: error,
      });
    }
    throw error;
  }
  return server;
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port is bound');
  return address.port;
}

/**
 * Where a process reaches its own server. The server's public address may be a proxy's, which
 * cannot always be reached from within.
 */
export const localUrl = (host: string, port: number): string => {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/**
 * Lets the requests under way finish, then closes the server. Those that take longer are cut off.
 * @param timeout ms
 */
export async function drain(server: Server, timeout: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Node closes connections that are idle now; those whose request ends later would stay open.
  const tidy = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => server.closeAllConnections(), timeout);
  await closed;
  clearInterval(tidy);
  clearTimeout(cut);
}
