import { z } from 'zod';
import { refusals } from '../errors.ts';
import type { RealtimeContext } from '../realtime-context.ts';
import type { Channel } from '../sockets/channel.ts';
import { fitsFrame } from './broadcast-message.ts';

/** The payload of a `broadcast` message from a client. */
const pushSchema = z.object({ event: z.string(), payload: z.unknown().optional() });

/**
 * Sends a client's message to the other channels of its topic, and to its own where it asked for that.
 *
 * @returns whether the client wants an answer
 * @throws {Refusal} when the channel may not send, or sends too much
 */
export function sendFromClient(
  { topics, broadcastRate, limits }: RealtimeContext,
  channel: Channel,
  push: unknown,
): boolean {
  const { membership, client } = channel;
  if (!membership) throw refusals.privateOnly();
  const { topic, isPrivate, receivesOwn, acknowledges, mayWrite } = membership;
  if (!mayWrite) throw refusals.mayNotWrite(topic);
  const { data } = pushSchema.safeParse(push);
  if (!data || !fitsFrame({ topic, event: data.event })) throw refusals.invalidBroadcast();
  const payload = Buffer.isBuffer(data.payload) ? data.payload : JSON.stringify(data.payload ?? {});
  if (Buffer.byteLength(payload) > limits.broadcastSize) throw refusals.tooLargeBroadcast();
  const name = { topic, isPrivate };
  if (topics.isBehind(name) || !broadcastRate.tryTake(client.account ?? client.address)) {
    throw refusals.tooManyMessages();
  }
  void topics.send({ ...name, event: data.event, payload }, receivesOwn ? null : channel);
  return acknowledges;
}
