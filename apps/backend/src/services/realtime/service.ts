import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import { openSql } from '../../database/sql.ts';
import type { RunningDatabase } from '../../database/start.ts';
import { identifyCaller, type CallerRules } from '../../http/identify-caller.ts';
import { clientKey } from '../../identity/client.ts';
import { oneAtATime, withoutQueue } from '../../config/admission.ts';
import { ConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { RequestError } from '../../lib/request-error.ts';
import type { GatewayEnv, Service } from '../../http/service.ts';
import { AccountSocketLimit } from './sockets/account-socket-limit.ts';
import type { Channel } from './sockets/channel.ts';
import { closeReasons, refusals } from './errors.ts';
import { FilterBudget } from './postgres-changes/filter-budget.ts';
import { readHandshake } from './sockets/handshake.ts';
import { defaultLimits, type RealtimeLimits } from './limits.ts';
import type { RealtimeContext } from './realtime-context.ts';
import { ChangeFeed } from './replication/change-feed.ts';
import { RealtimeSocket } from './sockets/socket.ts';
import { SubscriptionLimit } from './sockets/subscription-limit.ts';
import { Subscriptions } from './postgres-changes/subscriptions.ts';
import { ChangeDispatcher } from './postgres-changes/change-dispatcher.ts';

/** Connections to the database for each of authorising, checking bindings and filtering. */
const connections = 2;

export interface RealtimeOptions {
  readonly database: Pick<RunningDatabase, 'database' | 'url' | 'authenticatorUrl'>;
  readonly rules: CallerRules;
  /** Reports sessions that have ended. */
  readonly sessions: { onEnded(listener: (sessionIds: ReadonlySet<string>) => void): void };
  /** What the name of the replication slot begins with. */
  readonly slotPrefix: string;
  readonly log: Logger;
  /** Overrides some of the limits. */
  readonly limits?: Partial<RealtimeLimits>;
}

const routesOf = (rules: CallerRules): Hono<GatewayEnv> => {
  const routes = new Hono<GatewayEnv>();
  routes.get('/websocket', (context) =>
    context.json({ error: 'A WebSocket handshake is expected here' }, 426, {
      upgrade: 'websocket',
    }),
  );
  routes.use(identifyCaller(rules));
  // Not 404: realtime-js takes that for an old server, and would not show this message.
  routes.all('/api/broadcast/*', (context) =>
    context.json({ error: refusals.notServed('Broadcast').message }, 422),
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

/**
 * Serves changes of the database over WebSockets, as supabase-js subscribes to them. With a database
 * that cannot be replicated from, the backend starts all the same and joins are refused.
 */
export function createRealtime(options: RealtimeOptions): Service {
  const { database, rules, sessions, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const open = (purpose: string, timeout: number) =>
    openSql(database.authenticatorUrl, connections, {
      name: `backend-realtime-${purpose}`,
      settings: { statement_timeout: timeout },
    });
  // Statements whose cost clients decide have connections of their own and take turns, so that the
  // authorisation of changes never waits for them.
  const authorizing = open('changes', limits.decisionTime);
  const checking = open('joins', limits.decisionTime);
  const filtering = open('filters', limits.filterTime);
  const subscriptions = new Subscriptions();
  const filterBudget = new FilterBudget(limits);
  const feed = new ChangeFeed({
    sql: database.database.admin,
    url: database.url,
    handler: new ChangeDispatcher({
      sql: authorizing,
      subscriptions,
      evaluation: {
        sql: filtering,
        turns: new ConcurrencyLimit(oneAtATime(connections)),
        budget: filterBudget,
        perStatement: limits.filtersPerStatement,
      },
      limits,
      log,
    }),
    slotPrefix: options.slotPrefix,
    resumeHold: limits.resumeHold,
    log,
  });
  const channels = new Set<Channel>();
  const realtime: RealtimeContext = {
    sql: checking,
    checks: new ConcurrencyLimit(oneAtATime(connections)),
    feed,
    subscriptions,
    channels,
    accountSockets: new AccountSocketLimit(limits.socketsPerAccount),
    subscriptionLimit: new SubscriptionLimit(limits),
    joinRate: new RateLimit(limits.joinsPerSecond, 1000),
    messageRate: new RateLimit(limits.messagesPerSecond, 1000),
    filterBudget,
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
    // Compression costs memory for each socket and CPU for each message.
    perMessageDeflate: false,
    clientTracking: false,
  });
  const sockets = new Set<RealtimeSocket>();
  const socketLimit = new ConcurrencyLimit(withoutQueue(limits.sockets, limits.socketsPerAddress));
  let isStopping = false;

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, peer: string) => {
    const handshake = readHandshake(request, rules, limits.addressLength);
    const address = clientKey(peer);
    if (isStopping) throw new RequestError(503, 'unavailable', refusals.restarting().message);
    if (socket.destroyed) return;
    const opener = { address, account: null };
    if (handshake.role !== 'service_role') rules.rates?.takeForAddress(opener);
    if (!socketLimit.tryAcquire(opener)) {
      throw new RequestError(429, 'rate_limited', refusals.tooManyUsers().message);
    }
    // The socket closes also where the handshake fails.
    socket.once('close', () => socketLimit.release(opener));
    server.handleUpgrade(request, socket, head, (ws) => {
      const client = new RealtimeSocket(ws, handshake, address, realtime);
      sockets.add(client);
      ws.once('close', () => sockets.delete(client));
    });
  };

  return {
    routes: routesOf(rules),
    upgrade,
    disconnectClients() {
      isStopping = true;
      for (const socket of sockets) socket.close(closeReasons.restarting);
    },
    async stop() {
      await feed.stop();
      await Promise.all([authorizing.end(), checking.end(), filtering.end()]);
    },
  };
}
