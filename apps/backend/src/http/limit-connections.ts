import type { Server, Socket } from 'node:net';
import { clientKey } from '../identity/client.ts';
import { ConcurrencyLimit, type ConcurrencyRules } from '../lib/concurrency-limit.ts';
import type { TrustedProxies } from '../lib/trusted-proxies.ts';

/**
 * Closes new connections of clients that have too many. Connections of trusted proxies are not
 * counted, since they carry many clients.
 */
export function limitConnections(
  server: Server,
  rules: ConcurrencyRules,
  proxies: TrustedProxies,
): void {
  const connections = new ConcurrencyLimit(rules);
  server.maxConnections = rules.slots;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // A socket without an address is closed already.
    if (remoteAddress === undefined || proxies.includes(remoteAddress)) return;
    const client = { address: clientKey(remoteAddress), account: null };
    if (connections.tryAcquire(client)) socket.once('close', () => connections.release(client));
    else socket.destroy();
  });
}
