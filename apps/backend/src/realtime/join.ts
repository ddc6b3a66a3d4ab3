import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Role } from '../http/caller.ts';
import { Channel, type ChannelTransport } from './channel.ts';
import { checkBinding } from './check-bindings.ts';
import { refusals } from './errors.ts';
import { readBinding } from './protocol/binding.ts';
import { MalformedBindingError } from './protocol/filter.ts';
import { readJoinPayload, type JoinPayload } from './protocol/join-payload.ts';
import type { Message } from './protocol/message.ts';
import type { Realtime } from './realtime.ts';
import { readSubscriber } from './subscriber.ts';

/** A channel that may be answered for, and what is to be said of it after the answer. */
export interface Joined {
  readonly channel: Channel;
  /** The payload of the answer, as JSON. */
  readonly response: string;
  /** Says whether the changes are subscribed to. */
  readonly announce: () => void;
}

/** The first prefix of every topic, which realtime-js puts there. */
const prefix = 'realtime:';

const requireFeed = async ({ feed, limits }: Realtime): Promise<void> => {
  const patience = new AbortController();
  await Promise.race([
    feed.settled,
    delay(limits.joinPatience, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
  if (feed.problem !== null) throw refusals.disabled(feed.problem);
  if (!feed.isReady) throw refusals.unavailable();
};

const readJoin = ({ payload, topic }: Message, limits: Realtime['limits']): JoinPayload => {
  if (!topic.startsWith(prefix)) throw refusals.unmatchedTopic();
  if (topic === prefix) throw refusals.topicRequired();
  const join = topic.length <= limits.topicLength ? readJoinPayload(payload) : null;
  if (!join) throw refusals.invalidJoin();
  if (join.notServed !== null) throw refusals.notServed(join.notServed);
  if (join.bindings.length > limits.bindingsPerChannel) {
    throw refusals.tooManyBindings(limits.bindingsPerChannel);
  }
  return join;
};

/**
 * Gives the channel all of its bindings, or none when one of them cannot be.
 * @returns why not, or null
 */
const bind = async (
  { sql, limits }: Realtime,
  join: JoinPayload,
  channel: Channel,
): Promise<string | null> => {
  try {
    const requests = join.bindings.map((params) => readBinding(params, limits.filterLength));
    channel.bindings = await Promise.all(
      requests.map(async (request, place) => {
        const filters = await checkBinding(sql, channel.subscriber.role, request);
        const { event, select } = request;
        return { id: place + 1, event, select, filters, channel };
      }),
    );
    return null;
  } catch (error) {
    if (error instanceof MalformedBindingError) return error.message;
    if (error instanceof DatabaseError) throw error;
    throw refusals.unavailable();
  }
};

/**
 * Lets a client into a channel: who it speaks for, and what it may be told. A binding that
 * cannot be does not refuse the channel; it is said in a `system` message, as on hosted Supabase.
 *
 * @throws {Refusal}
 */
export async function joinChannel(
  realtime: Realtime,
  message: Message,
  keyRole: Role,
  transport: ChannelTransport,
): Promise<Joined> {
  const { channels, subscriptions, verifyToken, limits } = realtime;
  const join = readJoin(message, limits);
  const read = () => readSubscriber(join.accessToken, keyRole, verifyToken);
  const subscriber = await read();
  const channel = new Channel(
    message.topic,
    message.joinRef ?? message.ref ?? '',
    subscriber,
    transport,
    {
      verifyToken,
      token: typeof join.accessToken === 'string' ? join.accessToken : null,
      keyRole,
      checkAfter: limits.tokenCheck,
    },
  );
  channels.add(channel);
  try {
    // A session that ended before the channel could be told of it is noticed here.
    await read();
    if (join.bindings.length > 0) await requireFeed(realtime);
    const problem = await bind(realtime, join, channel);
    if (channel.hasEnded) throw refusals.sessionEnded();
    subscriptions.add(channel.bindings);
    const postgresChanges = join.bindings.map((params, place) => ({ ...params, id: place + 1 }));
    return {
      channel,
      response: JSON.stringify({ postgres_changes: postgresChanges }),
      announce: () => {
        if (join.bindings.length === 0) return;
        if (problem === null) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
        else channel.system('postgres_changes', 'error', problem);
      },
    };
  } catch (error) {
    channel.end();
    throw error;
  }
}
