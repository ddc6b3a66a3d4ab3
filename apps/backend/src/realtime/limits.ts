/** What one server, one address, one account, one socket and one channel may take. */
export interface RealtimeLimits {
  /** Sockets in all. */
  readonly sockets: number;
  /** Sockets from one address: a school or an office behind one router. */
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
  /** A filter, characters: a hundred UUIDs. */
  readonly filterLength: number;
  /** A change larger than this comes without its large values, bytes, as on hosted Supabase. */
  readonly recordSize: number;
  /** How long PostgreSQL may take to say who sees some changes, ms. */
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
  filterLength: 8 * 1024,
  recordSize: 1024 * 1024,
  decisionTime: 3000,
  unreadSize: 1024 * 1024,
  silence: 60_000,
  tokenCheck: 300_000,
  resumeHold: 6000,
  joinPatience: 8000,
};
