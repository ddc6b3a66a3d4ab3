/**
 * Rejects a join or ends a joined channel. The reply to a join has the code and the message, the
 * `system` message to a joined channel only the message, as on hosted Supabase.
 */
export class RealtimeError extends Error {
  override name = 'RealtimeError';
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

/** All errors that reject a join or end a channel. */
export const realtimeErrors = {
  topicRequired: () => new RealtimeError('TopicNameRequired', 'You must provide a topic name'),
  unmatchedTopic: () => new RealtimeError(null, 'unmatched topic'),
  invalidJoin: () =>
    new RealtimeError('InvalidJoinPayload', 'unable to parse the payload of the join'),
  /** The policies on `realtime.messages` do not allow the subscriber to read the topic. */
  mayNotRead: (topic: string) =>
    new RealtimeError(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${topic}`,
    ),
  mayNotWrite: (topic: string) =>
    new RealtimeError(
      'Unauthorized',
      `You do not have permissions to write to this Channel topic: ${topic}`,
    ),
  privateOnly: () => new RealtimeError('PrivateOnly', 'This project only allows private channels'),
  invalidBroadcast: () =>
    new RealtimeError(
      null,
      'A broadcast needs a topic, an event of at most 255 bytes, and a payload',
    ),
  tooLargeBroadcast: () => new RealtimeError(null, 'Payload size exceeds the limit'),
  notServed: (what: string) => new RealtimeError('NotServed', `${what} is not served here`),
  expired: (seconds: number) =>
    new RealtimeError('InvalidJWTToken', `Token has expired ${seconds} seconds ago`),
  malformed: () => new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT'),
  signature: () => new RealtimeError('JwtSignatureError', 'Failed to validate JWT signature'),
  sessionEnded: () =>
    new RealtimeError('Unauthorized', 'Session from session_id claim in JWT does not exist'),
  tooManyChannels: () => new RealtimeError('ChannelRateLimitReached', 'Too many channels'),
  tooManyUsers: () => new RealtimeError('ConnectionRateLimitReached', 'Too many connected users'),
  tooManyJoins: () => new RealtimeError('ClientJoinRateLimitReached', 'Too many joins per second'),
  tooManyMessages: () => new RealtimeError(null, 'Too many messages per second'),
  tooManyBindings: (most: number) =>
    new RealtimeError('InvalidJoinPayload', `a channel has at most ${most} postgres_changes`),
  restarting: () =>
    new RealtimeError('RealtimeRestarting', 'Realtime is restarting, please standby'),
  disabled: (reason: string) => new RealtimeError('RealtimeDisabledForConfiguration', reason),
  unavailable: () =>
    new RealtimeError(
      'UnableToConnectToProject',
      'Realtime was unable to connect to the project database',
    ),
  unexpected: () => new RealtimeError(null, 'Unknown Error on Channel'),
  callerChanged: () =>
    new RealtimeError(null, 'The token speaks for someone else, please subscribe again'),
  /** Ends channels that may have missed a change, so that their subscribers read again. */
  missed: () => new RealtimeError(null, 'Changes may have been missed, please subscribe again'),
  tooManySubscriptions: (most: number) =>
    new RealtimeError(
      'ChannelRateLimitReached',
      `Too many postgres_changes and filters, at most ${most} at once`,
    ),
  /** Ends channels whose filters exceed their client's budget, and rejects joins while it is suspended. */
  filterTooSlow: (seconds: number) =>
    new RealtimeError(
      'ClientJoinRateLimitReached',
      `The filter takes too long, please subscribe without it, or again in ${seconds} seconds`,
    ),
  notAuthorized: () =>
    new RealtimeError(
      null,
      'It could not be decided in time who may see a change, please subscribe again',
    ),
};

/** Close codes of RFC 6455 and its registry. */
export const closeReasons = {
  restarting: [1012, 'Realtime is restarting, please standby'],
  noHeartbeat: [1000, 'no heartbeat'],
  tooManyMessages: [1008, 'Too many messages per second'],
  tooManyJoins: [1008, 'Too many joins per second'],
  notAMessage: [1003, 'not a message of this protocol'],
  tooSlow: [1013, 'too slow to read what was sent, please connect again'],
} as const satisfies Record<string, readonly [code: number, reason: string]>;

export type CloseReason = (typeof closeReasons)[keyof typeof closeReasons];
