import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '../lib/request-error.ts';
import type { Service } from './service.ts';
import type { TrustedProxies } from '../lib/trusted-proxies.ts';

/** Responds to a handshake with an HTTP error and closes the connection. */
function refuseUpgrade(socket: Duplex, { status, message, headers }: RequestError): void {
  const body = JSON.stringify({ message });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

const serviceName = /^\/([a-z]+)\/v1\//;

const nameOf = ({ url = '' }: IncomingMessage): string => serviceName.exec(url)?.[1] ?? '';

/** Whether a request is a WebSocket handshake of one of the named services. */
export const isHandshakeOf =
  (names: ReadonlySet<string>) =>
  (request: IncomingMessage): boolean =>
    request.headers.upgrade?.toLowerCase() === 'websocket' && names.has(nameOf(request));

const addressOf = ({ socket, headers }: IncomingMessage, proxies: TrustedProxies): string => {
  const hops = headers['x-forwarded-for'];
  const forwarded = new Headers(hops ? { 'x-forwarded-for': String(hops) } : {});
  return proxies.clientOf(socket.remoteAddress, forwarded).address;
};

/**
 * Routes WebSocket handshakes to the service that their path names.
 * @param proxies whose `X-Forwarded-For` is trusted
 * @param services resolves when the services have started; handshakes wait
 */
export function routeUpgrades(
  server: Server,
  proxies: TrustedProxies,
  services: () => Promise<Readonly<Record<string, Service>>>,
): void {
  const route = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that disconnects during the handshake is no error of the server.
    const onError = () => socket.destroy();
    socket.on('error', onError);
    try {
      const service = (await services())[nameOf(request)];
      if (!service?.upgrade) throw new RequestError(404, 'not_found', 'Not found');
      service.upgrade(request, socket, head, addressOf(request, proxies));
    } catch (error) {
      const isKnown = error instanceof RequestError;
      refuseUpgrade(
        socket,
        isKnown ? error : new RequestError(503, 'unavailable', 'The server is not ready'),
      );
    }
  };
  server.on('upgrade', (request, socket, head) => void route(request, socket, head));
}
