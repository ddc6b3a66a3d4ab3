/** Limits for a server, an address, an account, a socket and a channel. */
export const defaultLimits = {
  /** Sockets of the server. */
  sockets: 10_000,
  /** Sockets of one address (for IPv6 the /64), which a school or an office may share. */
  socketsPerAddress: 1000,
  /** Sockets on which one account has channels. */
  socketsPerAccount: 100,
  /** As on hosted Supabase. */
  channelsPerSocket: 100,
  /** `postgres_changes` entries of one channel. */
  bindingsPerChannel: 100,
  /** Joins of one socket a second: after a reconnection all its channels join at once. */
  joinsPerSecond: 100,
  /** Messages of one socket a second. */
  messagesPerSecond: 200,
  /** Messages that one account, or the visitors of an address, may broadcast a second. */
  broadcastsPerSecond: 100,
  /** The payload of a broadcast, bytes: the limit of hosted Supabase's free plan. */
  broadcastSize: 256 * 1024,
  /** One message from a client, bytes: enough for a join with all its bindings and a token. */
  messageSize: 256 * 1024,
  /** URL of the handshake with its query, characters. */
  addressLength: 8 * 1024,
  /** A topic, characters, as on hosted Supabase. */
  topicLength: 255,
  /** Bindings of one socket's channels, and the conditions of their filters. */
  subscriptionsPerSocket: 300,
  /** The same for one account. */
  subscriptionsPerAccount: 500,
  /** The same for one address: enough for a school where a thousand people have the app open. */
  subscriptionsPerAddress: 3000,
  /** A filter, characters: a hundred UUIDs. */
  filterLength: 8 * 1024,
  /** Conditions of a filter. */
  conditionsPerFilter: 20,
  /** `%` in a pattern of `like` or `ilike`. */
  wildcardsPerPattern: 20,
  /** Columns of a binding's `select`: PostgreSQL's maximum for a table. */
  columnsPerSelect: 1600,
  /** Filters that one statement evaluates; other clients take turns between statements. */
  filtersPerStatement: 50,
  /** `statement_timeout` of the evaluation of filters, ms. */
  filterTime: 500,
  /**
   * Database time per `filterTimeWindow` for the filters of an account, or of all anonymous clients at
   * an address, ms: a fifth of one connection.
   */
  filterTimePerClient: 2000,
  /** The time that it takes to refill an empty budget, ms. */
  filterTimeWindow: 10_000,
  /** The first suspension of a client that exceeded its budget, ms. Each further one is twice as long. */
  firstSuspension: 10_000,
  /** The longest suspension, and the time after which earlier suspensions no longer count, ms. */
  longestSuspension: 60 * 60_000,
  /**
   * How long the next batch of changes waits for sockets whose filters are being evaluated or that
   * receive very many messages, ms. After that these sockets receive their changes later than others.
   */
  sendTimeout: 50,
  /** Batches of changes that may be queued for one socket before its channels fail. */
  queuedBatches: 50,
  /** The size above which a change is sent without its large values, bytes, as on hosted Supabase. */
  recordSize: 1024 * 1024,
  /** Callers of a batch of changes that are authorised, and sent their changes, at a time. */
  callersPerPart: 500,
  /** How long one statement authorises callers, ms. The next statement authorises the others. */
  authorizationTime: 500,
  /**
   * How long the callers of one batch are authorised, ms. The channels of callers that were not reached
   * by then fail, and those callers come first in the next batch.
   */
  batchTime: 5000,
  /**
   * From this number of callers on, the claims that a table's policies can depend on are determined, and
   * callers with the same claims are authorised together.
   */
  groupedCallers: 50,
  /** `statement_timeout` of the authorisation of changes and of the check of a binding, ms. */
  decisionTime: 3000,
  /** Unsent bytes above which a socket is closed, because its client reads too slowly. */
  unsentBytes: 1024 * 1024,
  /** A socket that receives nothing for this long is closed, ms. realtime-js sends a heartbeat every 25 s. */
  heartbeatTimeout: 60_000,
  /** The longest time between two verifications of a token, ms, as on hosted Supabase. */
  tokenCheck: 300_000,
  /**
   * How long a restarted backend delays the changes since it stopped, ms, so that clients have
   * reconnected when it sends them: realtime-js retries after 1, 3 and 8 seconds.
   */
  resumeHold: 6000,
  /** How long a join waits for the database after the start, ms. realtime-js gives up after 10 s. */
  joinTimeout: 8000,
};

export type RealtimeLimits = { readonly [Name in keyof typeof defaultLimits]: number };
