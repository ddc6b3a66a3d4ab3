import { isRefusal } from '../../../database/connection.ts';
import type { Client } from '../../../identity/client.ts';
import { realtimeErrors } from '../errors.ts';
import type { RealtimeContext } from '../realtime-context.ts';
import type { Subscriber } from '../sockets/subscriber.ts';

/** The rights that the policies on `realtime.messages` grant. */
export interface TopicRights {
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

/** The result of `realtime.authorize_topic`. */
interface TopicRow {
  readonly may_read: boolean;
  readonly may_write: boolean;
  /** The error of a policy. */
  readonly failure: string | null;
}

type AuthorizationContext = Pick<RealtimeContext, 'sql' | 'checks' | 'log'>;

/**
 * Evaluates the policies on `realtime.messages` for a subscriber and a private topic. A policy that
 * fails grants nothing.
 *
 * @param topic without its prefix
 * @throws {RealtimeError} `unavailable` when the database is out of reach or takes too long
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
      log.error({ err: error, role }, 'the policies on realtime.messages could not be evaluated');
    }
    throw realtimeErrors.unavailable();
  }
}
