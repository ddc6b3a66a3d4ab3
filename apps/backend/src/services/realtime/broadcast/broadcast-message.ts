import { encode, type SerializerVersion } from '../protocol/message.ts';

/** The first byte of a broadcast to a client, the only kind of binary frame that realtime-js reads. */
const userBroadcast = 4;
/** The encoding byte of a binary frame whose payload is bytes. */
const bytesEncoding = 0;
/** The maximum length of a field: a binary frame has one byte for each length. */
const longestField = 255;

/** The prefix that realtime-js adds to every topic. */
export const topicPrefix = 'realtime:';

/** A message of Broadcast. */
export interface BroadcastMessage {
  /** Without the prefix. */
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly event: string;
  /** JSON, or bytes. */
  readonly payload: string | Buffer;
  /** The account that sent the message, or the address of a visitor. */
  readonly originator: string;
  /** The id of the row or the request that sent the message. */
  readonly id?: string | undefined;
}

/** How many receivers may read at once in response to a message, and how many per second above that. */
const readersAtOnce = 100;
const readersPerSecond = 500;

/**
 * Writes a message's `meta`: its id, and `spread_ms`, the time over which receivers should spread the
 * reads that the message causes, at random. Hosted Supabase has only the id.
 */
function writeMeta({ id }: BroadcastMessage, receivers: number): string | null {
  if (id === undefined) return null;
  const seconds = receivers > readersAtOnce ? receivers / readersPerSecond : 0;
  return JSON.stringify({ id, spread_ms: Math.round(seconds * 1000) });
}

/** A frame that is the same for all channels of a topic. */
export interface Frame {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** Encodes a message as a text frame, which realtime-js reads like a binary one. */
const textFrame = (
  { topic, event }: BroadcastMessage,
  payload: string,
  meta: string | null,
  version: SerializerVersion,
): Frame => {
  const end = meta === null ? '' : `,"meta":${meta}`;
  const body = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${end}}`;
  const message = { topic: `${topicPrefix}${topic}`, event: 'broadcast', payload: body };
  return { data: Buffer.from(encode(message, version)), isBinary: false };
};

const binaryFrame = (
  { topic, event }: BroadcastMessage,
  payload: Buffer,
  meta: string | null,
): Frame => {
  const fields = [`${topicPrefix}${topic}`, event, meta ?? ''].map((text) => Buffer.from(text));
  const lengths = fields.map(({ length }) => length);
  const head = Buffer.from([userBroadcast, ...lengths, bytesEncoding]);
  return { data: Buffer.concat([head, ...fields, payload]), isBinary: true };
};

/** Whether PostgreSQL can store a topic's name: its texts have neither NUL nor lone surrogates. */
export const isTopic = (topic: string): boolean => !topic.includes('\0') && topic.isWellFormed();

/** Whether a message's topic and event fit into a binary frame. */
export const fitsFrame = ({ topic, event }: Pick<BroadcastMessage, 'topic' | 'event'>): boolean =>
  Buffer.byteLength(`${topicPrefix}${topic}`) <= longestField &&
  Buffer.byteLength(event) <= longestField;

/**
 * Encodes a message once for all channels whose sockets speak a version of the protocol.
 * @param receivers the number of receivers of the message
 * @returns null for bytes in version 1, which has no binary frames
 */
export function encodeBroadcast(
  message: BroadcastMessage,
  version: SerializerVersion,
  receivers: number,
): Frame | null {
  const { payload } = message;
  const meta = writeMeta(message, receivers);
  if (typeof payload === 'string') return textFrame(message, payload, meta, version);
  return version === '2.0.0' ? binaryFrame(message, payload, meta) : null;
}
