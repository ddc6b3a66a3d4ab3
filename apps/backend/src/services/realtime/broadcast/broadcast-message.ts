import { encode, type SerializerVersion } from '../protocol/message.ts';

/** First byte of a broadcast to a client, the only binary frame that realtime-js reads. */
const userBroadcast = 4;
/** The encoding of a binary frame whose payload is bytes. */
const bytesEncoding = 0;
/** Lengths in a binary frame are one byte each. */
const longestField = 255;

/** The prefix of every topic in the protocol, which realtime-js adds. */
export const topicPrefix = 'realtime:';

/** A message of Broadcast. */
export interface BroadcastMessage {
  /** Without the prefix. */
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly event: string;
  /** JSON, or bytes. */
  readonly payload: string | Buffer;
  /** The id of the row or the request that it was sent by. */
  readonly id?: string | undefined;
}

/** A frame that is the same for all channels of a topic. */
export interface Frame {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** A text frame: realtime-js reads it as it reads a binary one. */
const textFrame = (
  { topic, event, id }: BroadcastMessage,
  payload: string,
  version: SerializerVersion,
): Frame => {
  const meta = id === undefined ? '' : `,"meta":${JSON.stringify({ id })}`;
  const body = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${meta}}`;
  const message = { topic: `${topicPrefix}${topic}`, event: 'broadcast', payload: body };
  return { data: Buffer.from(encode(message, version)), isBinary: false };
};

const binaryFrame = ({ topic, event, id }: BroadcastMessage, payload: Buffer): Frame => {
  const fields = [
    `${topicPrefix}${topic}`,
    event,
    id === undefined ? '' : JSON.stringify({ id }),
  ].map((text) => Buffer.from(text));
  const lengths = fields.map(({ length }) => length);
  const head = Buffer.from([userBroadcast, ...lengths, bytesEncoding]);
  return { data: Buffer.concat([head, ...fields, payload]), isBinary: true };
};

/** Whether PostgreSQL can be asked about a topic: its texts hold neither NUL nor lone surrogates. */
export const isTopic = (topic: string): boolean => !topic.includes('\0') && topic.isWellFormed();

/** Whether the names of a message fit into every frame that it may be sent in. */
export const fitsFrame = ({ topic, event }: Pick<BroadcastMessage, 'topic' | 'event'>): boolean =>
  Buffer.byteLength(`${topicPrefix}${topic}`) <= longestField &&
  Buffer.byteLength(event) <= longestField;

/**
 * Encodes a message once for all channels whose sockets speak a version of the protocol.
 * @returns null where the version has no form for it: the first one has none for bytes
 */
export function encodeBroadcast(
  message: BroadcastMessage,
  version: SerializerVersion,
): Frame | null {
  const { payload } = message;
  if (typeof payload === 'string') return textFrame(message, payload, version);
  return version === '2.0.0' ? binaryFrame(message, payload) : null;
}
