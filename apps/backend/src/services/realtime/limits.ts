/** Limits on one server, one address, one account, one socket and one channel. */
export const defaultLimits = {
  /** Sockets in all. */
  sockets: 10_000,
  /** Sockets from one address (of IPv6 the /64), which a school or an office may share. */
  socketsPerAddress: 1000,
  /** Sockets with channels of one account. */
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
  /** The payload of a broadcast, bytes: as on hosted Supabase without a plan. */
  broadcastSize: 256 * 1024,
  /** One message from a client, bytes: room for a join with all its bindings and a token. */
  messageSize: 256 * 1024,
  /** URL of the handshake with its query, characters. */
  addressLength: 8 * 1024,
  /** A topic, characters, as on hosted Supabase. */
  topicLength: 255,
  /** Bindings of one socket's channels, and the conditions of their filters. */
  subscriptionsPerSocket: 300,
  /** The same for one account. */
  subscriptionsPerAccount: 500,
  /** The same for one address: a school of a thousand people with the app open. */
  subscriptionsPerAddress: 3000,
  /** A filter, characters: a hundred UUIDs. */
  filterLength: 8 * 1024,
  /** Conditions of a filter. */
  conditionsPerFilter: 20,
  /** `%` in a pattern of `like` or `ilike`. */
  wildcardsPerPattern: 20,
  /** Columns of a binding's `select`: as many as a table has at most in PostgreSQL. */
  columnsPerSelect: 1600,
  /** Filters that one statement evaluates, so that others get their turns between statements. */
  filtersPerStatement: 50,
  /** `statement_timeout` of the evaluation of filters, ms. */
  filterTime: 500,
  /**
   * Database time that the filters of an account, or of all clients without one at an address, may
   * take in `filterTimeWindow`, ms: a fifth of one connection.
   */
  filterTimePerClient: 2000,
  /** The time in which an empty budget is full again, ms. */
  filterTimeWindow: 10_000,
  /** The first suspension of a client that exceeded its budget, ms; each further one is twice as long. */
  firstSuspension: 10_000,
  /** The longest suspension, and the time after which suspensions are forgotten, ms. */
  longestSuspension: 60 * 60_000,
  /**
   * How long the next batch of changes waits for sockets whose filters are being evaluated or that
   * get very many messages, ms. After that these sockets get the changes later than others.
   */
  sendPatience: 50,
  /** How many batches of changes one socket may be behind before its channels fail. */
  batchesBehind: 50,
  /** Size from which a change is sent without its large values, bytes, as on hosted Supabase. */
  recordSize: 1024 * 1024,
  /** Callers of a batch of changes that are judged, and sent what they see, at a time. */
  callersPerPart: 500,
  /** How long one statement judges callers, ms; the next statement judges the others. */
  judgingTime: 500,
  /**
   * How long the callers of one batch are judged, ms. Those who were not reached by then are cut off
   * and come first in the next batch.
   */
  batchTime: 5000,
  /** Callers from which it is found out which claims the policies of a table can depend on. */
  groupedCallers: 50,
  /** `statement_timeout` of the authorisation of changes and of the check of a binding, ms. */
  decisionTime: 3000,
  /** Unsent bytes of a socket at which it is closed because its client reads too slowly. */
  unreadSize: 1024 * 1024,
  /** Silence after which a socket is closed, ms: realtime-js sends a heartbeat every 25 s. */
  silence: 60_000,
  /** The longest time between two verifications of a token, ms, as on hosted Supabase. */
  tokenCheck: 300_000,
  /**
   * How long a restarted backend holds back the changes since its end, ms, so that clients are
   * connected again when they are sent: realtime-js tries after 1, 3 and 8 seconds.
   */
  resumeHold: 6000,
  /** How long a join waits for the database after the start, ms: realtime-js gives up after 10 s. */
  joinPatience: 8000,
};

export type RealtimeLimits = { readonly [Name in keyof typeof defaultLimits]: number };
