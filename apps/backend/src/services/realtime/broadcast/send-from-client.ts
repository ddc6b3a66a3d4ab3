import { z } from 'zod';
import { realtimeErrors } from '../errors.ts';
import type { RealtimeContext } from '../realtime-context.ts';
import type { Channel } from '../sockets/channel.ts';
import { fitsFrame } from './broadcast-message.ts';

/** The payload of a `broadcast` message from a client. */
const pushSchema = z.object({ event: z.string(), payload: z.unknown().optional() });

/**
 * Sends a client's message to the other channels of its topic, and with `self` to its own channel.
 *
 * @returns whether the client expects an acknowledgement
 * @throws {RealtimeError} when the channel may not send, or exceeds a limit
 */
export function sendFromClient(
  { topics, broadcastRate, limits }: RealtimeContext,
  channel: Channel,
  push: unknown,
): boolean {
  const { membership, client } = channel;
  if (!membership) throw realtimeErrors.privateOnly();
  const { topic, isPrivate, receivesOwn, acknowledges, mayWrite } = membership;
  if (!mayWrite) throw realtimeErrors.mayNotWrite(topic);
  const { data } = pushSchema.safeParse(push);
  if (!data || !fitsFrame({ topic, event: data.event })) throw realtimeErrors.invalidBroadcast();
  const payload = Buffer.isBuffer(data.payload) ? data.payload : JSON.stringify(data.payload ?? {});
  if (Buffer.byteLength(payload) > limits.broadcastSize) throw realtimeErrors.tooLargeBroadcast();
  const originator = client.account ?? client.address;
  const message = { topic, isPrivate, event: data.event, payload, originator };
  if (topics.isBehind(message) || !broadcastRate.tryTake(originator)) {
    throw realtimeErrors.tooManyMessages();
  }
  void topics.sendFromClient(message, receivesOwn ? null : channel);
  return acknowledges;
}
