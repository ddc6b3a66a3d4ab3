import { once } from 'node:events';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { OperatorError } from '../lib/operator-error.ts';
import { sendDirectResponse } from './direct-response.ts';
import { codeOf } from '../lib/error-code.ts';

/** Time limits of connections, so that slow clients do not occupy resources for long; ms. */
export interface ConnectionLimits {
  /** Until a request's headers have arrived. */
  readonly headers: number;
  /** Until a whole request has arrived: an upload of 26 MiB at 1 Mbit/s takes 220 seconds. */
  readonly request: number;
  /** Without a byte in either direction during a request: the client has stopped reading. */
  readonly silence: number;
  /** Between two requests on one connection; longer than a proxy's, so that the proxy closes first. */
  readonly keepAlive: number;
  /** Interval at which the first two are checked. */
  readonly checkEvery: number;
}

const defaultLimits: ConnectionLimits = {
  headers: 15_000,
  request: 300_000,
  silence: 120_000,
  keepAlive: 65_000,
  checkEvery: 5_000,
};

/** How long open requests may take to finish when a server stops, ms. */
export const drainTimeout = 10_000;

/** The maximum size of a request's line and headers, bytes: the longest address that the services take, and 16 KiB. */
const maximumHead = 48 * 1024;

/** The responses to requests that cannot be read, by the codes of Node's errors. */
const unreadable: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** How long the rest of an unreadable request is discarded, so that its client reads the response, ms. */
const discardTime = 1000;

/**
 * Responds to a request that Node cannot read, as Node does, but with a body. The path of such a request is
 * not known: the body has the fields that every client of the protocol reads.
 * @param running the latest response on the connection
 */
function refuseUnreadable(error: Error, socket: Duplex, running?: ServerResponse): void {
  // The rest of a request that has been refused.
  if (socket.writableEnded) return;
  const isSending = running?.headersSent === true && !running.writableFinished;
  if (!socket.writable || isSending) {
    socket.destroy();
    return;
  }
  const status = unreadable[String(codeOf(error))] ?? 400;
  const message = STATUS_CODES[status] ?? '';
  const code = message.toLowerCase().replaceAll(' ', '_');
  const body = JSON.stringify({ code, message, details: null, hint: null });
  socket.end(
    [
      `HTTP/1.1 ${status} ${message}`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'access-control-allow-origin: *',
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), discardTime).unref();
}

/** Handles a request; `env` has Node's request and response. */
type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/**
 * Serves HTTP with the given handler.
 * @param isUpgrade whether a request is emitted as an `upgrade` event; otherwise its offer to upgrade
 *   is ignored
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
  const running = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      connectionsCheckingInterval: limits.checkEvery,
      maxHeaderSize: maximumHead,
      shouldUpgradeCallback: isUpgrade,
    },
    (request, response) => {
      running.set(request.socket, response);
      // HTTP/1.0 has no header `Host`, and load balancers check the health by it.
      if (request.httpVersion === '1.0') request.headers.host ??= 'localhost';
      void answer(request, response);
    },
  );
  server.on('clientError', (error, socket) => {
    refuseUnreadable(error, socket, running.get(socket));
  });
  server.headersTimeout = limits.headers;
  server.requestTimeout = limits.request;
  server.timeout = limits.silence;
  server.keepAliveTimeout = limits.keepAlive;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} on ${host} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
        { cause: error },
      );
    }
    if (code === 'EACCES') {
      throw new OperatorError(
        `This user may not listen on port ${port}. Choose a port above 1023.`,
        {
          cause: error,
        },
      );
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
 * The URL at which a process reaches its own server. The public URL may be a proxy's, which cannot
 * always be reached from this machine.
 */
export const localUrl = (host: string, port: number): string => {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/**
 * Waits for open requests, then closes the server. Requests that take longer than `timeout` (ms) are
 * cut off.
 */
export async function drain(server: Server, timeout: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Node closes only those connections that are idle now, not those whose request ends later.
  const tidy = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => server.closeAllConnections(), timeout);
  await closed;
  clearInterval(tidy);
  clearTimeout(cut);
}
