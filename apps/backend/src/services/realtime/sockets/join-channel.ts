import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Role } from '../../../identity/caller.ts';
import { authorizeTopic } from '../broadcast/authorize-topic.ts';
import { isTopic, topicPrefix } from '../broadcast/broadcast-message.ts';
import { type BroadcastMembership, Channel, type ChannelTransport } from './channel.ts';
import { checkBinding } from '../postgres-changes/check-bindings.ts';
import { RealtimeError, realtimeErrors } from '../errors.ts';
import { readBinding, type BindingRequest } from '../protocol/binding.ts';
import { MalformedBindingError, type Filter } from '../protocol/filter.ts';
import { readJoinPayload, type JoinPayload } from '../protocol/join-payload.ts';
import type { Message } from '../protocol/message.ts';
import type { RealtimeContext } from '../realtime-context.ts';
import { readSubscriber } from './subscriber.ts';
import type { Binding } from '../postgres-changes/subscriptions.ts';

/** A joined channel, the reply to its join, and the message after the reply. */
export interface JoinResult {
  readonly channel: Channel;
  /** The payload of the reply, as JSON. */
  readonly response: string;
  /** Sends the `system` message that says whether the subscription to changes succeeded. */
  readonly announce: () => void;
}

type Feed = RealtimeContext['feed'];

const requireFeed = async (feed: Feed, limits: RealtimeContext['limits']): Promise<void> => {
  const timeout = new AbortController();
  await Promise.race([
    feed.settled,
    delay(limits.joinTimeout, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
  if (feed.problem !== null) throw realtimeErrors.disabled(feed.problem);
  if (!feed.isReady) throw realtimeErrors.unavailable();
};

const readJoin = (
  { payload, topic }: Message,
  { limits, servesPublicChannels }: RealtimeContext,
): JoinPayload => {
  if (!topic.startsWith(topicPrefix)) throw realtimeErrors.unmatchedTopic();
  if (topic === topicPrefix) throw realtimeErrors.topicRequired();
  const join = topic.length <= limits.topicLength ? readJoinPayload(payload) : null;
  if (!join || (join.isPrivate && !isTopic(topic))) throw realtimeErrors.invalidJoin();
  if (join.notServed !== null) throw realtimeErrors.notServed(join.notServed);
  if (join.bindings.length > limits.bindingsPerChannel) {
    throw realtimeErrors.tooManyBindings(limits.bindingsPerChannel);
  }
  const { acknowledges, receivesOwn } = join.broadcast;
  // realtime-js sends broadcast settings with every join: a channel without bindings is for broadcast.
  const isForBroadcast = acknowledges || receivesOwn || join.bindings.length === 0;
  if (isForBroadcast && !join.isPrivate && !servesPublicChannels)
    throw realtimeErrors.privateOnly();
  return join;
};

/** A channel's membership of Broadcast; null for a public channel where these are not served. */
const membershipOf = (
  { topic }: Message,
  { isPrivate, broadcast }: JoinPayload,
  servesPublicChannels: boolean,
): BroadcastMembership | null => {
  if (!isPrivate && !servesPublicChannels) return null;
  const { acknowledges, receivesOwn } = broadcast;
  const name = topic.slice(topicPrefix.length);
  return { topic: name, isPrivate, acknowledges, receivesOwn, mayWrite: !isPrivate };
};

/** Whether a filter can be decided by comparing texts, whatever the type of its column. */
const isEquality = ({ op, value }: Filter): boolean =>
  op === 'eq' || op === 'neq' || op === 'in' || (op === 'is' && value === 'null');

/** @throws {RealtimeError} for a client that is suspended because its filters took too long */
const requireFilterBudget = ({ filterBudget }: RealtimeContext, channel: Channel): void => {
  const seconds = filterBudget.secondsToWait(channel.client);
  if (seconds > 0) throw realtimeErrors.filterTooSlow(seconds);
};

const checkBindings = async (
  { sql, checks }: RealtimeContext,
  requests: readonly BindingRequest[],
  channel: Channel,
): Promise<Binding[]> => {
  const bindings: Binding[] = [];
  for (const [index, request] of requests.entries()) {
    const filters = await checks.run(channel.client, () =>
      checkBinding(sql, channel.subscriber.role, request),
    );
    // The client may have left meanwhile.
    if (channel.hasEnded) return [];
    const { event, select } = request;
    bindings.push({ id: index + 1, event, select, filters, channel });
  }
  return bindings;
};

/**
 * Checks all of a channel's bindings. If one of them is rejected, the channel has no bindings.
 * @returns the bindings, or the message of the rejected one
 * @throws {RealtimeError} when there are too many, or the client is suspended for its filters' cost
 */
const bind = async (
  realtime: RealtimeContext,
  join: JoinPayload,
  channel: Channel,
): Promise<Binding[] | string> => {
  try {
    const requests = join.bindings.map((params) => readBinding(params, realtime.limits));
    const filters = requests.flatMap((request) => request.filters);
    if (!filters.every(isEquality)) requireFilterBudget(realtime, channel);
    const size = requests.length + filters.length + (channel.membership ? 1 : 0);
    realtime.subscriptionLimit.add(channel.client, size);
    channel.subscriptionSize = size;
    const bindings = await checkBindings(realtime, requests, channel);
    const hasUndecided = bindings.some(({ filters: byTable }) =>
      [...byTable.values()].flat().some(({ decidedBy }) => decidedBy === null),
    );
    if (hasUndecided) requireFilterBudget(realtime, channel);
    return bindings;
  } catch (error) {
    if (error instanceof MalformedBindingError) return error.message;
    if (error instanceof DatabaseError || error instanceof RealtimeError) throw error;
    throw realtimeErrors.unavailable();
  }
};

/**
 * Joins a client to a channel: verifies its token, checks by the policies whether it may join a private
 * topic, and checks its bindings. A rejected binding does not reject the join; a `system` message names
 * it, as on hosted Supabase.
 *
 * @throws {RealtimeError}
 */
export async function joinChannel(
  realtime: RealtimeContext,
  message: Message,
  keyRole: Role,
  transport: ChannelTransport,
): Promise<JoinResult> {
  const { channels, subscriptions, topics, verifyToken, limits } = realtime;
  const join = readJoin(message, realtime);
  const membership = membershipOf(message, join, realtime.servesPublicChannels);
  const read = (token: unknown) => readSubscriber(token, keyRole, verifyToken);
  const verify = async (token: unknown) => {
    const subscriber = await read(token);
    if (!membership?.isPrivate) return subscriber;
    const { account } = subscriber;
    const client = { address: transport.address, account };
    const rights = await authorizeTopic(realtime, subscriber, membership.topic, client);
    if (!rights.mayRead) throw realtimeErrors.mayNotRead(membership.topic);
    membership.mayWrite = rights.mayWrite;
    return subscriber;
  };
  const subscriber = await read(join.accessToken);
  const joinRef = message.joinRef ?? message.ref ?? '';
  const channel = new Channel(message.topic, joinRef, subscriber, transport, {
    verify,
    membership,
    token: typeof join.accessToken === 'string' ? join.accessToken : null,
    checkInterval: limits.tokenCheck,
  });
  channels.add(channel);
  try {
    // The session may have ended before the channel was added to `channels`.
    await verify(join.accessToken);
    await requireFeed(realtime.feed, limits);
    if (membership) await requireFeed(realtime.messageFeed, limits);
    const bindings = await bind(realtime, join, channel);
    if (channel.hasEnded) throw realtimeErrors.sessionEnded();
    if (typeof bindings !== 'string') subscriptions.add(channel, bindings);
    topics.add(channel);
    const postgresChanges = join.bindings.map((params, index) =>
      Object.assign({}, params, { id: index + 1 }),
    );
    return {
      channel,
      response: JSON.stringify({ postgres_changes: postgresChanges }),
      announce: () => {
        if (join.broadcast.awaitsReplication) {
          channel.system('system', 'ok', 'Replication connection established');
        }
        if (join.bindings.length === 0) return;
        if (typeof bindings === 'string') channel.system('postgres_changes', 'error', bindings);
        else channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
      },
    };
  } catch (error) {
    channel.end();
    throw error;
  }
}
