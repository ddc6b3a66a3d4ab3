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
 * that fails, or takes too long, allows nothing.
 *
 * @param topic without its prefix
 * @throws {Refusal} when the database cannot be asked
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
    if (row?.failure) logFailure(log, role, row.failure);
    return { mayRead: row?.may_read === true, mayWrite: row?.may_write === true };
  } catch (error) {
    if (!isRefusal(error)) throw refusals.unavailable();
    logFailure(log, role, `${error.code}: ${error.message}`);
    return { mayRead: false, mayWrite: false };
  }
}

const logFailure = (log: RealtimeContext['log'], role: string, reason: string) =>
  log.error({ role, reason }, 'a policy on realtime.messages failed; the topic was refused');
