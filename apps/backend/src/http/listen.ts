import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';

export class PortTakenError extends Error {
  override name = 'PortTakenError';
}

/** How long a client may take to send its headers, and its whole request, ms. */
const headersTimeout = 15_000;
const requestTimeout = 300_000;

type Fetch = Parameters<typeof getRequestListener>[0];

/**
 * Serves HTTP with the given handler.
 * @param isUpgrade which requests come as `upgrade` events; all others are answered as if they
 *   had not offered to change their protocol
 * @throws {PortTakenError} when another program listens there
 */
export async function listen(
  fetch: Fetch,
  host: string,
  port: number,
  isUpgrade: (request: IncomingMessage) => boolean = () => false,
): Promise<Server> {
  const answer = getRequestListener(fetch);
  const server = createServer(
    { shouldUpgradeCallback: isUpgrade },
    (request, response) => void answer(request, response),
  );
  server.headersTimeout = headersTimeout;
  server.requestTimeout = requestTimeout;
  server.keepAliveTimeout = 65_000;
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new PortTakenError(
        `Port ${port} on ${host} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
        { cause: error },
      );
    }
    if (code === 'EACCES') {
      throw new PortTakenError(`This user may not listen on port ${port}. Choose one above 1023.`, {
        cause: error,
      });
    }
    throw error;
  }
  return server;
}

/**
 * Lets the requests under way finish, then closes; those that take longer than
 * the patience are cut off.
 * @param patience ms
 */
export async function drain(server: Server, patience: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(cut);
}
