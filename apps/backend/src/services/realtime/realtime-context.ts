import type { Logger } from 'pino';
import type { Sql } from '../../database/sql.ts';
import type { VerifyToken } from '../../identity/caller.ts';
import type { ConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import type { RateLimit } from '../../lib/rate-limit.ts';
import type { AccountSocketLimit } from './sockets/account-socket-limit.ts';
import type { BroadcastTopics } from './broadcast/broadcast-topics.ts';
import type { Channel } from './sockets/channel.ts';
import type { FilterBudget } from './postgres-changes/filter-budget.ts';
import type { RealtimeLimits } from './limits.ts';
import type { ChangeFeed } from './replication/change-feed.ts';
import type { SubscriptionLimit } from './sockets/subscription-limit.ts';
import type { Subscriptions } from './postgres-changes/subscriptions.ts';

/** The state and the limits that all sockets share. */
export interface RealtimeContext {
  /** Connections as the authenticator, which check bindings. */
  readonly sql: Sql;
  /** Limits how many checks of each client run at once on those connections. */
  readonly checks: ConcurrencyLimit;
  readonly feed: Pick<ChangeFeed, 'problem' | 'isReady' | 'settled'>;
  readonly subscriptions: Subscriptions;
  /** The feed of messages that were sent by SQL. */
  readonly messageFeed: Pick<ChangeFeed, 'problem' | 'isReady' | 'settled'>;
  /** The channels that have joined a topic of Broadcast. */
  readonly topics: BroadcastTopics;
  /** Whether everyone may join and write to topics that are not private. */
  readonly servesPublicChannels: boolean;
  /** Every joined channel. */
  readonly channels: Set<Channel>;
  readonly accountSockets: AccountSocketLimit;
  readonly subscriptionLimit: SubscriptionLimit;
  /** Joins and messages a second, by the name of their socket. */
  readonly joinRate: RateLimit;
  readonly messageRate: RateLimit;
  /** Broadcasts a second, by account, or by address for visitors. */
  readonly broadcastRate: RateLimit;
  readonly filterBudget: FilterBudget;
  readonly verifyToken: VerifyToken;
  readonly limits: RealtimeLimits;
  readonly log: Logger;
}
