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

/** How many receivers may read something at once, and how many a second beyond that. */
const readersAtOnce = 100;
const readersPerSecond = 500;

/**
 * What is said about a message beside its payload: its id, and over how long receivers who read
 * something because of it should spread that by chance, ms. Hosted Supabase says the id alone.
 */
function describeMeta({ id }: BroadcastMessage, receivers: number): string | null {
  if (id === undefined) return null;
  const seconds = receivers > readersAtOnce ? receivers / readersPerSecond : 0;
  return JSON.stringify({ id, spread_ms: Math.round(seconds * 1000) });
}

/** A frame that is the same for all channels of a topic. */
export interface Frame {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** A text frame: realtime-js reads it as it reads a binary one. */
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

/** Whether PostgreSQL can be asked about a topic: its texts hold neither NUL nor lone surrogates. */
export const isTopic = (topic: string): boolean => !topic.includes('\0') && topic.isWellFormed();

/** Whether the names of a message fit into every frame that it may be sent in. */
export const fitsFrame = ({ topic, event }: Pick<BroadcastMessage, 'topic' | 'event'>): boolean =>
  Buffer.byteLength(`${topicPrefix}${topic}`) <= longestField &&
  Buffer.byteLength(event) <= longestField;

/**
 * Encodes a message once for all channels whose sockets speak a version of the protocol.
 * @param receivers how many there are in all
 * @returns null where the version has no form for it: the first one has none for bytes
 */
export function encodeBroadcast(
  message: BroadcastMessage,
  version: SerializerVersion,
  receivers: number,
): Frame | null {
  const { payload } = message;
  const meta = describeMeta(message, receivers);
  if (typeof payload === 'string') return textFrame(message, payload, meta, version);
  return version === '2.0.0' ? binaryFrame(message, payload, meta) : null;
}
