import { isRefusal } from '../../../database/connection.ts';
import type { Client } from '../../../identity/client.ts';
import { refusals } from '../errors.ts';
import type { RealtimeContext } from '../realtime-context.ts';
import type { Subscriber } from '../sockets/subscriber.ts';

/** What the policies on `realtime.messages` allow. */
export interface TopicRights {
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

/** What `realtime.authorize_topic` returns. */
interface TopicRow {
  readonly may_read: boolean;
  readonly may_write: boolean;
  /** The error of a policy. */
  readonly failure: string | null;
}

type AuthorizationContext = Pick<RealtimeContext, 'sql' | 'checks' | 'log'>;

/**
 * Asks the policies on `realtime.messages` what a subscriber may do with a private topic. A policy
 * that fails allows nothing.
 *
 * @param topic without its prefix
 * @throws {Refusal} `unavailable` when the database cannot be asked, or takes too long
 */
export async function authorizeTopic(
  { sql, checks, log }: AuthorizationContext,
  { role, claims }: Pick<Subscriber, 'role' | 'claims'>,
  topic: string,
  client: Client,
): Promise<TopicRights> {
  try {
    const [row] = await checks.run(
      client,
      () => sql<TopicRow[]>`
        select may_read, may_write, failure from realtime.authorize_topic(${role}, ${claims}, ${topic})`,
    );
    if (row?.failure) {
      log.error({ role, reason: row.failure }, 'a policy on realtime.messages failed');
    }
    return { mayRead: row?.may_read === true, mayWrite: row?.may_write === true };
  } catch (error) {
    if (isRefusal(error)) {
      log.error({ err: error, role }, 'the policies on realtime.messages could not be asked');
    }
    throw refusals.unavailable();
  }
}
