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
import { HOUR_MS, runEvery } from '../../lib/run-every.ts';
import type { GatewayEnv, Service } from '../../http/service.ts';
import { BroadcastTopics } from './broadcast/broadcast-topics.ts';
import { MessageDispatcher } from './broadcast/message-dispatcher.ts';
import { pruneMessages } from './broadcast/prune-messages.ts';
import { broadcastRoutes } from './broadcast/routes.ts';
import { AccountSocketLimit } from './sockets/account-socket-limit.ts';
import type { Channel } from './sockets/channel.ts';
import { closeReasons, realtimeErrors } from './errors.ts';
import { FilterBudget } from './postgres-changes/filter-budget.ts';
import { readHandshake } from './sockets/handshake.ts';
import { defaultLimits, type RealtimeLimits } from './limits.ts';
import type { RealtimeContext } from './realtime-context.ts';
import { ChangeFeed } from './replication/change-feed.ts';
import { RealtimeSocket } from './sockets/socket.ts';
import { SubscriptionLimit } from './sockets/subscription-limit.ts';
import { Subscriptions } from './postgres-changes/subscriptions.ts';
import { ChangeDispatcher } from './postgres-changes/change-dispatcher.ts';

/** The publication whose tables can be subscribed to, and that of Broadcast's messages, as on Supabase. */
const publications = {
  changes: 'supabase_realtime',
  messages: 'supabase_realtime_messages_publication',
};

/** Connections to the database for each of authorising, checking bindings and filtering. */
const connections = 2;

export interface RealtimeOptions {
  readonly database: Pick<RunningDatabase, 'database' | 'url' | 'authenticatorUrl'>;
  readonly rules: CallerRules;
  /** Reports sessions that have ended. */
  readonly sessions: { onEnded(listener: (sessionIds: ReadonlySet<string>) => void): void };
  /** The prefix of the replication slots' names. */
  readonly slotPrefix: string;
  readonly log: Logger;
  /** Whether everyone may join and write to topics of Broadcast that are not private. */
  readonly servesPublicChannels?: boolean;
  /** Overrides some of the limits. */
  readonly limits?: Partial<RealtimeLimits>;
}

const routesOf = (rules: CallerRules, realtime: RealtimeContext): Hono<GatewayEnv> => {
  const routes = new Hono<GatewayEnv>();
  routes.get('/websocket', (context) =>
    context.json({ error: 'A WebSocket handshake is expected here' }, 426, {
      upgrade: 'websocket',
    }),
  );
  routes.use(identifyCaller(rules));
  routes.route('/api/broadcast', broadcastRoutes(realtime));
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
 * Serves Postgres Changes and Broadcast over WebSockets to supabase-js. If the database does not support
 * replication, the backend starts nevertheless and rejects joins.
 */
export function createRealtime(options: RealtimeOptions): Service {
  const { database, rules, sessions, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const open = (purpose: string, timeout: number) =>
    openSql(database.authenticatorUrl, connections, {
      name: `backend-realtime-${purpose}`,
      settings: { statement_timeout: timeout },
    });
  // Statements whose cost depends on clients have their own connections, so that the authorisation of
  // changes never waits for them.
  const authorizing = open('changes', limits.decisionTime);
  const checking = open('joins', limits.decisionTime);
  const filtering = open('filters', limits.filterTime);
  const subscriptions = new Subscriptions();
  const filterBudget = new FilterBudget(limits);
  const { admin } = database.database;
  const topics = new BroadcastTopics();
  const dispatcher = new ChangeDispatcher({
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
  });
  const feed = new ChangeFeed({
    sql: admin,
    url: database.url,
    publication: publications.changes,
    handler: dispatcher,
    slotPrefix: options.slotPrefix,
    resumeHold: limits.resumeHold,
    log,
  });
  // Messages have their own slot, so that they do not wait for the authorisation of earlier changes.
  const messageFeed = new ChangeFeed({
    sql: admin,
    url: database.url,
    publication: publications.messages,
    handler: new MessageDispatcher(topics, limits, log),
    slotPrefix: `${options.slotPrefix}_messages`,
    resumeHold: limits.resumeHold,
    log,
  });
  const stopPruning = runEvery(HOUR_MS, log, 'pruning broadcast messages', async () => ({
    messages: await pruneMessages(admin),
  }));
  const channels = new Set<Channel>();
  const realtime: RealtimeContext = {
    sql: checking,
    checks: new ConcurrencyLimit(oneAtATime(connections)),
    feed,
    messageFeed,
    topics,
    servesPublicChannels: options.servesPublicChannels ?? false,
    subscriptions,
    channels,
    accountSockets: new AccountSocketLimit(limits.socketsPerAccount),
    subscriptionLimit: new SubscriptionLimit(limits),
    joinRate: new RateLimit(limits.joinsPerSecond, 1000),
    messageRate: new RateLimit(limits.messagesPerSecond, 1000),
    broadcastRate: new RateLimit(limits.broadcastsPerSecond, 1000),
    filterBudget,
    verifyToken: rules.verifyToken,
    limits,
    log,
  };
  sessions.onEnded((sessionIds) => {
    for (const channel of channels) {
      const { sessionId } = channel.subscriber;
      if (sessionId !== null && sessionIds.has(sessionId))
        channel.close(realtimeErrors.sessionEnded());
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
    if (isStopping) throw new RequestError(503, 'unavailable', realtimeErrors.restarting().message);
    if (socket.destroyed) return;
    const opener = { address, account: null };
    if (handshake.role !== 'service_role') rules.rates?.takeForAddress(opener);
    if (!socketLimit.tryAcquire(opener)) {
      throw new RequestError(429, 'rate_limited', realtimeErrors.tooManyUsers().message);
    }
    // The socket also closes if the handshake fails.
    socket.once('close', () => socketLimit.release(opener));
    server.handleUpgrade(request, socket, head, (ws) => {
      const client = new RealtimeSocket(ws, handshake, address, realtime);
      sockets.add(client);
      ws.once('close', () => sockets.delete(client));
    });
  };

  return {
    routes: routesOf(rules, realtime),
    upgrade,
    disconnectClients() {
      isStopping = true;
      for (const socket of sockets) socket.close(closeReasons.restarting);
    },
    gauges() {
      const { callers, milliseconds } = dispatcher.takeSlowest();
      return {
        sockets: sockets.size,
        subscriptions: channels.size,
        slowest_batch_callers: callers,
        slowest_batch_seconds: milliseconds / 1000,
      };
    },
    async stop() {
      await Promise.all([feed.stop(), messageFeed.stop(), stopPruning()]);
      await Promise.all([authorizing.end(), checking.end(), filtering.end()]);
    },
  };
}
