/** What one server, one address, one account, one socket and one channel may take. */
export interface RealtimeLimits {
  /** Sockets in all. */
  readonly sockets: number;
  /** Sockets from one address, of IPv6 its network of 64 bits: a school or an office behind one router. */
  readonly socketsPerAddress: number;
  /** Sockets that one account's channels are on. */
  readonly socketsPerAccount: number;
  /** As on hosted Supabase. */
  readonly channelsPerSocket: number;
  /** `postgres_changes` entries of one channel. */
  readonly bindingsPerChannel: number;
  /** Joins of one socket a second: all its channels may come back at once. */
  readonly joinsPerSecond: number;
  /** Messages of one socket a second. */
  readonly messagesPerSecond: number;
  /** One message from a client, bytes: a join with all its bindings and a token. */
  readonly messageSize: number;
  /** Address of the handshake with its query, characters. */
  readonly addressLength: number;
  /** Length of a topic, characters, as on hosted Supabase. */
  readonly topicLength: number;
  /** `postgres_changes` entries of one socket's channels, and the conditions of their filters. */
  readonly subscriptionsPerSocket: number;
  /** The same of an account's channels: one caller each, whose rows are looked up at each change. */
  readonly subscriptionsPerAccount: number;
  /** The same of one address: a school of a thousand people with the app open. */
  readonly subscriptionsPerAddress: number;
  /** A filter, characters: a hundred UUIDs. */
  readonly filterLength: number;
  /** Conditions of a filter. */
  readonly conditionsPerFilter: number;
  /** `%` in a pattern of `like` or `ilike`. */
  readonly wildcardsPerPattern: number;
  /** Columns of a binding's `select`: as many as a table has at most in PostgreSQL. */
  readonly columnsPerSelect: number;
  /** Conditions that are evaluated in one statement, so that others have their turn. */
  readonly filtersPerStatement: number;
  /** How long PostgreSQL may take to evaluate some filters of one client, ms. */
  readonly filterTime: number;
  /**
   * What the filters of an account, or of everybody without one at an address, may take in
   * `filterTimeWindow`, ms of a database connection: a fifth of one.
   */
  readonly filterTimePerClient: number;
  /** In what time a budget that was spent is whole again, ms. */
  readonly filterTimeWindow: number;
  /** How long who exceeded a budget first waits, ms; twice as long each time after that. */
  readonly firstWait: number;
  /** The longest wait, and how long after one it is forgiven, ms. */
  readonly longestWait: number;
  /**
   * How long the next changes wait for those whose filters are being evaluated or who get very
   * many messages, ms. After that these get the changes later than others do, in their order.
   */
  readonly sendPatience: number;
  /** How many batches of changes one socket may be behind before it is cut off. */
  readonly batchesBehind: number;
  /** A change larger than this comes without its large values, bytes, as on hosted Supabase. */
  readonly recordSize: number;
  /** How long PostgreSQL may take to say who sees some changes, or to check a binding, ms. */
  readonly decisionTime: number;
  /** What may wait to be read by a client before it is cut off, bytes. */
  readonly unreadSize: number;
  /** A socket that says nothing for this long is dead, ms: realtime-js sends a heartbeat each 25 s. */
  readonly silence: number;
  /** A token is verified again at least this often, ms, as on hosted Supabase. */
  readonly tokenCheck: number;
  /**
   * How long a restarted backend keeps back what changed meanwhile, ms, for those
   * who come back to hear it: realtime-js tries again after 1, 3 and 8 seconds.
   */
  readonly resumeHold: number;
  /** How long a join waits for the database at the start, ms. realtime-js gives up after 10 s. */
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
  firstWait: 10_000,
  longestWait: 60 * 60_000,
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
