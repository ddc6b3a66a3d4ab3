import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { WebSocketServer } from 'ws';
import type { RunningDatabase } from '../database/start.ts';
import { identifyCaller, roleOfKey, type CallerRules } from '../http/identify-caller.ts';
import { RequestError } from '../http/request-error.ts';
import type { GatewayEnv, Service } from '../http/service.ts';
import { refuseUpgrade } from '../http/upgrade.ts';
import { AccountSockets } from './account-sockets.ts';
import type { Channel } from './channel.ts';
import { closings, refusals } from './errors.ts';
import { defaultLimits, type RealtimeLimits } from './limits.ts';
import type { SerializerVersion } from './protocol/message.ts';
import type { Realtime } from './realtime.ts';
import { ChangeFeed } from './replication/change-feed.ts';
import { RealtimeSocket } from './socket.ts';
import { Subscriptions } from './subscriptions.ts';
import { Teller } from './teller.ts';

export interface RealtimeOptions {
  readonly database: Pick<RunningDatabase, 'database' | 'url' | 'authenticatorUrl'>;
  readonly rules: CallerRules;
  /** Tells of sessions that have ended. */
  readonly sessions: { onEnded(listener: (sessionIds: ReadonlySet<string>) => void): void };
  readonly log: Logger;
  /** Overrides some of the limits. */
  readonly limits?: Partial<RealtimeLimits>;
}

/** Where realtime-js connects, below the service's own path. */
const socketPath = '/realtime/v1/websocket';

const routesOf = (rules: CallerRules): Hono<GatewayEnv> => {
  const routes = new Hono<GatewayEnv>();
  routes.get('/websocket', (context) =>
    context.json({ error: 'A WebSocket handshake is expected here' }, 426, {
      upgrade: 'websocket',
    }),
  );
  routes.use(identifyCaller(rules));
  routes.all('/api/broadcast/*', (context) =>
    context.json({ error: refusals.notServed('Broadcast').message }, 501),
  );
  routes.all('*', (context) =>
    context.json({ error: `${context.req.path} is not served here` }, 404),
  );
  routes.onError((error, context) => {
    if (!(error instanceof RequestError))
      return context.json({ error: 'Something went wrong here' }, 500);
    return context.json({ error: error.message }, error.status, { ...error.headers });
  });
  return routes;
};

/** Counts the sockets of each address. */
class AddressCount {
  readonly #counts = new Map<string, number>();

  of(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  add(address: string, change: 1 | -1): void {
    const count = this.of(address) + change;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }
}

const readVersion = (text: string | null): SerializerVersion | null => {
  // Phoenix takes a client that names none for an old one.
  const version = text ?? '1.0.0';
  return version === '1.0.0' || version === '2.0.0' ? version : null;
};

/**
 * Serves changes of the database over WebSockets, as supabase-js listens to them. A database
 * that cannot tell its changes does not keep the backend from starting: joins are refused.
 */
export function createRealtime(options: RealtimeOptions): Service {
  const { database, rules, sessions, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const sql = postgres(database.authenticatorUrl, {
    max: 2,
    onnotice: () => undefined,
    connection: { application_name: 'undertone-realtime', statement_timeout: limits.decisionTime },
  });
  const subscriptions = new Subscriptions();
  const feed = new ChangeFeed({
    sql: database.database.admin,
    url: database.url,
    listener: new Teller(sql, subscriptions, limits.recordSize, log),
    resumeHold: limits.resumeHold,
    log,
  });
  const channels = new Set<Channel>();
  const realtime: Realtime = {
    sql,
    feed,
    subscriptions,
    channels,
    accounts: new AccountSockets(limits.socketsPerAccount),
    verifyToken: rules.verifyToken,
    limits,
    log,
  };
  sessions.onEnded((sessionIds) => {
    for (const channel of channels) {
      const { sessionId } = channel.subscriber;
      if (sessionId !== null && sessionIds.has(sessionId)) channel.close(refusals.sessionEnded());
    }
  });

  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageSize,
    // Compressing costs memory for each socket and CPU for each message.
    perMessageDeflate: false,
    clientTracking: false,
  });
  const sockets = new Set<RealtimeSocket>();
  const addresses = new AddressCount();
  let isStopping = false;

  const refusalOf = (url: URL, request: IncomingMessage, address: string): RequestError | null => {
    if (url.pathname !== socketPath) {
      return new RequestError(404, 'not_found', `${url.pathname} is not served here`);
    }
    if (isStopping) return new RequestError(503, 'unavailable', refusals.restarting().message);
    // Tokens travel in messages, never in cookies, so any origin may connect, as on Supabase.
    const { origin } = request.headers;
    if (origin !== undefined && origin !== 'null' && !URL.canParse(origin)) {
      return new RequestError(403, 'bad_body', 'Invalid origin');
    }
    if (sockets.size >= limits.sockets || addresses.of(address) >= limits.socketsPerAddress) {
      return new RequestError(429, 'rate_limited', refusals.tooManyUsers().message);
    }
    return null;
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, address: string) => {
    if ((request.url?.length ?? 0) > limits.addressLength) {
      refuseUpgrade(socket, new RequestError(414, 'bad_body', 'The address is too long'));
      return;
    }
    const url = new URL(request.url ?? '/', 'http://localhost');
    const header = request.headers['x-api-key'] ?? request.headers.apikey;
    const key = typeof header === 'string' ? header : url.searchParams.get('apikey');
    const role = key ? roleOfKey(rules, key) : null;
    const version = readVersion(url.searchParams.get('vsn'));
    const refusal =
      refusalOf(url, request, address) ??
      (key ? null : new RequestError(401, 'missing_api_key', 'No API key found in request'));
    if (refusal || !role || !version) {
      refuseUpgrade(
        socket,
        refusal ??
          (role
            ? new RequestError(403, 'not_supported', 'This version of the serializer is not served')
            : new RequestError(401, 'bad_api_key', 'Invalid API key')),
      );
      return;
    }
    server.handleUpgrade(request, socket, head, (ws) => {
      const client = new RealtimeSocket(ws, version, role, realtime);
      sockets.add(client);
      addresses.add(address, 1);
      ws.once('close', () => {
        sockets.delete(client);
        addresses.add(address, -1);
      });
    });
  };

  return {
    routes: routesOf(rules),
    upgrade,
    hangUp() {
      isStopping = true;
      for (const socket of sockets) socket.close(closings.restarting);
    },
    async stop() {
      await feed.stop();
      await sql.end({ timeout: 5 });
    },
  };
}
