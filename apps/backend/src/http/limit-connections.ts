import type { Server, Socket } from 'node:net';
import { clientKey } from '../identity/client-key.ts';
import { ConcurrencyLimit, type ConcurrencyRules } from '../lib/concurrency-limit.ts';
import type { TrustedProxies } from '../lib/trusted-proxies.ts';

/**
 * Closes connections of clients that have too many as they come. A trusted proxy's are those of
 * many clients: its own are not counted.
 */
export function limitConnections(
  server: Server,
  rules: ConcurrencyRules,
  proxies: TrustedProxies,
): void {
  const turns = new ConcurrencyLimit(rules);
  server.maxConnections = rules.slots;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Gone already, or a proxy.
    if (remoteAddress === undefined || proxies.includes(remoteAddress)) return;
    const client = { address: clientKey(remoteAddress), account: null };
    if (turns.tryTake(client)) socket.once('close', () => turns.give(client));
    else socket.destroy();
  });
}
