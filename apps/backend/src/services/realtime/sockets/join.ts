import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Role } from '../../../identity/caller.ts';
import { Channel, type ChannelTransport } from './channel.ts';
import { checkBinding } from '../postgres-changes/check-bindings.ts';
import { Refusal, refusals } from '../errors.ts';
import { readBinding, type BindingRequest } from '../protocol/binding.ts';
import { MalformedBindingError, type Filter } from '../protocol/filter.ts';
import { readJoinPayload, type JoinPayload } from '../protocol/join-payload.ts';
import type { Message } from '../protocol/message.ts';
import type { Realtime } from '../realtime.ts';
import { readSubscriber } from './subscriber.ts';
import type { Binding } from '../postgres-changes/subscriptions.ts';

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

/** Whether it is known of a filter before its column is looked at that no database has to evaluate it. */
const isEquality = ({ op, value }: Filter): boolean =>
  op === 'eq' || op === 'neq' || op === 'in' || (op === 'is' && value === 'null');

/** @throws {Refusal} for a client that has to wait before it listens with such filters again */
const requireFilterBudget = ({ filterBudget }: Realtime, channel: Channel): void => {
  const seconds = filterBudget.secondsToWait(channel.payer);
  if (seconds > 0) throw refusals.filterTooSlow(seconds);
};

const checkBindings = async (
  { sql, checks }: Realtime,
  requests: readonly BindingRequest[],
  channel: Channel,
): Promise<Binding[]> => {
  const bindings: Binding[] = [];
  for (const [place, request] of requests.entries()) {
    const filters = await checks.run(channel.payer, () =>
      checkBinding(sql, channel.subscriber.role, request),
    );
    // Its client may have left long ago.
    if (channel.hasEnded) return [];
    const { event, select } = request;
    bindings.push({ id: place + 1, event, select, filters, channel });
  }
  return bindings;
};

/**
 * Checks all of a channel's bindings. When one of them is refused, the channel has none.
 * @returns the bindings, or why one is refused
 * @throws {Refusal} when there are too many, or the client's filters took too long before
 */
const bind = async (
  realtime: Realtime,
  join: JoinPayload,
  channel: Channel,
): Promise<Binding[] | string> => {
  try {
    const requests = join.bindings.map((params) => readBinding(params, realtime.limits));
    const filters = requests.flatMap((request) => request.filters);
    if (!filters.every(isEquality)) requireFilterBudget(realtime, channel);
    const size = requests.length + filters.length;
    realtime.subscriptionLimit.add(channel.payer, size);
    channel.size = size;
    const bindings = await checkBindings(realtime, requests, channel);
    const isOpen = bindings.some(({ filters: byTable }) =>
      [...byTable.values()].flat().some(({ decidedBy }) => decidedBy === null),
    );
    if (isOpen) requireFilterBudget(realtime, channel);
    return bindings;
  } catch (error) {
    if (error instanceof MalformedBindingError) return error.message;
    if (error instanceof DatabaseError || error instanceof Refusal) throw error;
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
    await requireFeed(realtime);
    const bindings = await bind(realtime, join, channel);
    if (channel.hasEnded) throw refusals.sessionEnded();
    if (typeof bindings !== 'string') subscriptions.add(channel, bindings);
    const postgresChanges = join.bindings.map((params, place) =>
      Object.assign({}, params, { id: place + 1 }),
    );
    return {
      channel,
      response: JSON.stringify({ postgres_changes: postgresChanges }),
      announce: () => {
        if (typeof bindings === 'string') channel.system('postgres_changes', 'error', bindings);
        else channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
      },
    };
  } catch (error) {
    channel.end();
    throw error;
  }
}
