/** Limits on one server, one address, one account, one socket and one channel. */
export interface RealtimeLimits {
  /** Sockets in all. */
  readonly sockets: number;
  /** Sockets from one address (of IPv6 the /64), which a school or an office may share. */
  readonly socketsPerAddress: number;
  /** Sockets with channels of one account. */
  readonly socketsPerAccount: number;
  /** As on hosted Supabase. */
  readonly channelsPerSocket: number;
  /** `postgres_changes` entries of one channel. */
  readonly bindingsPerChannel: number;
  /** Joins of one socket a second: after a reconnection all its channels join at once. */
  readonly joinsPerSecond: number;
  /** Messages of one socket a second. */
  readonly messagesPerSecond: number;
  /** One message from a client, bytes: room for a join with all its bindings and a token. */
  readonly messageSize: number;
  /** URL of the handshake with its query, characters. */
  readonly addressLength: number;
  /** A topic, characters, as on hosted Supabase. */
  readonly topicLength: number;
  /** Bindings of one socket's channels, and the conditions of their filters. */
  readonly subscriptionsPerSocket: number;
  /** The same for one account. */
  readonly subscriptionsPerAccount: number;
  /** The same for one address: a school of a thousand people with the app open. */
  readonly subscriptionsPerAddress: number;
  /** A filter, characters: a hundred UUIDs. */
  readonly filterLength: number;
  /** Conditions of a filter. */
  readonly conditionsPerFilter: number;
  /** `%` in a pattern of `like` or `ilike`. */
  readonly wildcardsPerPattern: number;
  /** Columns of a binding's `select`: as many as a table has at most in PostgreSQL. */
  readonly columnsPerSelect: number;
  /** Filters that one statement evaluates, so that others get their turns between statements. */
  readonly filtersPerStatement: number;
  /** `statement_timeout` of the evaluation of filters, ms. */
  readonly filterTime: number;
  /**
   * Database time that the filters of an account, or of all clients without one at an address, may
   * take in `filterTimeWindow`, ms: a fifth of one connection.
   */
  readonly filterTimePerClient: number;
  /** The time in which an empty budget is full again, ms. */
  readonly filterTimeWindow: number;
  /** The first suspension of a client that exceeded its budget, ms; each further one is twice as long. */
  readonly firstSuspension: number;
  /** The longest suspension, and the time after which suspensions are forgotten, ms. */
  readonly longestSuspension: number;
  /**
   * How long the next batch of changes waits for sockets whose filters are being evaluated or that
   * get very many messages, ms. After that these sockets get the changes later than others.
   */
  readonly sendPatience: number;
  /** How many batches of changes one socket may be behind before its channels fail. */
  readonly batchesBehind: number;
  /** Size from which a change is sent without its large values, bytes, as on hosted Supabase. */
  readonly recordSize: number;
  /** `statement_timeout` of the authorisation of changes and of the check of a binding, ms. */
  readonly decisionTime: number;
  /** Unsent bytes of a socket at which it is closed because its client reads too slowly. */
  readonly unreadSize: number;
  /** Silence after which a socket is closed, ms: realtime-js sends a heartbeat every 25 s. */
  readonly silence: number;
  /** The longest time between two verifications of a token, ms, as on hosted Supabase. */
  readonly tokenCheck: number;
  /**
   * How long a restarted backend holds back the changes since its end, ms, so that clients are
   * connected again when they are sent: realtime-js tries after 1, 3 and 8 seconds.
   */
  readonly resumeHold: number;
  /** How long a join waits for the database after the start, ms: realtime-js gives up after 10 s. */
  readonly joinPatience: number;
}

export const defaultLimits: RealtimeLimits = {
  sockets: 10_000,
  socketsPerAddress: 1000,
  socketsPerAccount: 100,
  channelsPerSocket: 100,
  bindingsPerChannel: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 200,
  messageSize: 256 * 1024,
  addressLength: 8 * 1024,
  topicLength: 255,
  subscriptionsPerSocket: 300,
  subscriptionsPerAccount: 500,
  subscriptionsPerAddress: 3000,
  filterLength: 8 * 1024,
  conditionsPerFilter: 20,
  wildcardsPerPattern: 20,
  columnsPerSelect: 1600,
  filtersPerStatement: 50,
  filterTime: 500,
  filterTimePerClient: 2000,
  filterTimeWindow: 10_000,
  firstSuspension: 10_000,
  longestSuspension: 60 * 60_000,
  sendPatience: 50,
  batchesBehind: 50,
  recordSize: 1024 * 1024,
  decisionTime: 3000,
  unreadSize: 1024 * 1024,
  silence: 60_000,
  tokenCheck: 300_000,
  resumeHold: 6000,
  joinPatience: 8000,
};
