import { z } from 'zod';
import { parseJson } from '../../../lib/parse-json.ts';

/** Versions of the Phoenix serializer that realtime-js can send. */
export type SerializerVersion = '1.0.0' | '2.0.0';

/** A message from a client. */
export interface Message {
  /** The `ref` of the channel's join. */
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload?: unknown;
}

/** A message to a client. Its payload is encoded JSON, so that one text can be sent to many clients. */
export interface ServerMessage {
  readonly joinRef?: string | null;
  readonly ref?: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: string;
}

const reference = z
  .string()
  .max(255)
  .nullish()
  .transform((text) => text ?? null);

const objectSchema = z
  .object({
    join_ref: reference,
    ref: reference,
    topic: z.string(),
    event: z.string(),
    payload: z.unknown().optional(),
  })
  .transform(({ join_ref: joinRef, ...message }): Message => ({ joinRef, ...message }));

const arraySchema = z
  .tuple([reference, reference, z.string(), z.string(), z.unknown().optional()])
  .transform(([joinRef, ref, topic, event, payload]) => ({ joinRef, ref, topic, event, payload }));

/** Decodes a text frame; null when it is not a message. */
export function decodeText(text: string, version: SerializerVersion): Message | null {
  const schema = version === '2.0.0' ? arraySchema : objectSchema;
  return schema.safeParse(parseJson(text)).data ?? null;
}

/** The first byte of a broadcast from a client, the only kind of binary frame that realtime-js sends. */
const broadcastPush = 3;
const headerLength = 7;
/** The encoding byte of a JSON payload; any other means bytes. */
const jsonEncoding = 1;

/**
 * Decodes a binary frame: the kind, five lengths and the encoding (a byte each), then the fields of
 * those lengths, then the payload, which is JSON or bytes. Returns null when it is not a broadcast.
 */
export function decodeBinary(bytes: Buffer): Message | null {
  const [
    kind,
    joinRefLength = 0,
    refLength = 0,
    topicLength = 0,
    eventLength = 0,
    metaLength = 0,
    encoding,
  ] = bytes;
  if (kind !== broadcastPush || bytes.length < headerLength) return null;
  const refAt = headerLength + joinRefLength;
  const topicAt = refAt + refLength;
  const eventAt = topicAt + topicLength;
  const contentAt = eventAt + eventLength + metaLength;
  if (bytes.length < contentAt) return null;
  const content = bytes.subarray(contentAt);
  const payload = encoding === jsonEncoding ? parseJson(content.toString()) : content;
  if (payload === undefined) return null;
  return {
    joinRef: bytes.toString('utf8', headerLength, refAt) || null,
    ref: bytes.toString('utf8', refAt, topicAt) || null,
    topic: bytes.toString('utf8', topicAt, eventAt),
    event: 'broadcast',
    payload: { event: bytes.toString('utf8', eventAt, eventAt + eventLength), payload },
  };
}

/** Encodes a text frame. Version 1 has no `join_ref`. */
export function encode(
  { joinRef = null, ref = null, topic, event, payload }: ServerMessage,
  version: SerializerVersion,
): string {
  const name = JSON.stringify(topic);
  return version === '2.0.0'
    ? `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${name},"${event}",${payload}]`
    : `{"ref":${JSON.stringify(ref)},"topic":${name},"event":"${event}","payload":${payload}}`;
}
