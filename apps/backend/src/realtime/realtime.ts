import type { Logger } from 'pino';
import type { Sql } from '../database/sql.ts';
import type { VerifyToken } from '../http/caller.ts';
import type { AccountSockets } from './account-sockets.ts';
import type { Channel } from './channel.ts';
import type { RealtimeLimits } from './limits.ts';
import type { ChangeFeed } from './replication/change-feed.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What the sockets share. */
export interface Realtime {
  /** Connections of the role that requests log in as. */
  readonly sql: Sql;
  readonly feed: Pick<ChangeFeed, 'problem' | 'isReady' | 'settled'>;
  readonly subscriptions: Subscriptions;
  /** Every joined channel. */
  readonly channels: Set<Channel>;
  readonly accounts: AccountSockets;
  readonly verifyToken: VerifyToken;
  readonly limits: RealtimeLimits;
  readonly log: Logger;
}
