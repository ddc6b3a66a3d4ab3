/**
 * A refused join, or the end of a joined channel. The reply to a join has the code and the message,
 * the `system` message to a joined channel the message alone, as on hosted Supabase.
 */
export class Refusal extends Error {
  override name = 'Refusal';

  readonly code: string | null;

  constructor(code: string | null, message: string) {
    super(message);
    this.code = code;
  }

  /** The reason in the reply to a join. */
  get reason(): string {
    return this.code === null ? this.message : `${this.code}: ${this.message}`;
  }
}

/** The catalogue: every reason for which a join is refused or a channel ended. */
export const refusals = {
  topicRequired: () => new Refusal('TopicNameRequired', 'You must provide a topic name'),
  unmatchedTopic: () => new Refusal(null, 'unmatched topic'),
  invalidJoin: () => new Refusal('InvalidJoinPayload', 'unable to parse the payload of the join'),
  /** For topics that the policies on `realtime.messages` do not let the subscriber read or write. */
  mayNotRead: (topic: string) =>
    new Refusal(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${topic}`,
    ),
  mayNotWrite: (topic: string) =>
    new Refusal(
      'Unauthorized',
      `You do not have permissions to write to this Channel topic: ${topic}`,
    ),
  privateOnly: () => new Refusal('PrivateOnly', 'This project only allows private channels'),
  invalidBroadcast: () =>
    new Refusal(null, 'A broadcast needs a topic, an event of at most 255 bytes, and a payload'),
  tooLargeBroadcast: () => new Refusal(null, 'Payload size exceeds the limit'),
  notServed: (what: string) => new Refusal('NotServed', `${what} is not served here`),
  expired: (seconds: number) =>
    new Refusal('InvalidJWTToken', `Token has expired ${seconds} seconds ago`),
  malformed: () => new Refusal('MalformedJWT', 'The token provided is not a valid JWT'),
  signature: () => new Refusal('JwtSignatureError', 'Failed to validate JWT signature'),
  sessionEnded: () =>
    new Refusal('Unauthorized', 'Session from session_id claim in JWT does not exist'),
  tooManyChannels: () => new Refusal('ChannelRateLimitReached', 'Too many channels'),
  tooManyUsers: () => new Refusal('ConnectionRateLimitReached', 'Too many connected users'),
  tooManyJoins: () => new Refusal('ClientJoinRateLimitReached', 'Too many joins per second'),
  tooManyMessages: () => new Refusal(null, 'Too many messages per second'),
  tooManyBindings: (most: number) =>
    new Refusal('InvalidJoinPayload', `a channel has at most ${most} postgres_changes`),
  restarting: () => new Refusal('RealtimeRestarting', 'Realtime is restarting, please standby'),
  disabled: (reason: string) => new Refusal('RealtimeDisabledForConfiguration', reason),
  unavailable: () =>
    new Refusal(
      'UnableToConnectToProject',
      'Realtime was unable to connect to the project database',
    ),
  unexpected: () => new Refusal(null, 'Unknown Error on Channel'),
  callerChanged: () =>
    new Refusal(null, 'The token speaks for someone else, please subscribe again'),
  /** For channels whose subscribers rely on getting every change. */
  missed: () => new Refusal(null, 'Changes may have been missed, please subscribe again'),
  tooManySubscriptions: (most: number) =>
    new Refusal(
      'ChannelRateLimitReached',
      `Too many postgres_changes and filters, at most ${most} at once`,
    ),
  /** For channels whose filters exceed their client's budget, and for joins while it is suspended. */
  filterTooSlow: (seconds: number) =>
    new Refusal(
      'ClientJoinRateLimitReached',
      `The filter takes too long, please subscribe without it, or again in ${seconds} seconds`,
    ),
  notAuthorized: () =>
    new Refusal(
      null,
      'It could not be decided in time who may see a change, please subscribe again',
    ),
};

/** Close codes of RFC 6455 and its registry. */
export const closeReasons = {
  restarting: [1012, 'Realtime is restarting, please standby'],
  silent: [1000, 'no heartbeat'],
  tooManyMessages: [1008, 'Too many messages per second'],
  tooManyJoins: [1008, 'Too many joins per second'],
  notAMessage: [1003, 'not a message of this protocol'],
  tooSlow: [1013, 'too slow to read what was sent, please connect again'],
} as const satisfies Record<string, readonly [code: number, reason: string]>;

export type CloseReason = (typeof closeReasons)[keyof typeof closeReasons];
