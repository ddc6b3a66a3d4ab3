import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/realtime-js';
import type { Database } from '@undertone/database-types/database';
import { logFailure, logNote } from './log.ts';
import { perClient } from './per-client.ts';
import type { SupabaseClient } from './supabase.ts';

type Tables = Database['public']['Tables'];

/** A change of a row. It brings the columns that the listener may read; of a deleted row only its key, in `old`. */
export type LiveChange<Table extends keyof Tables> = RealtimePostgresChangesPayload<
  Partial<Tables[Table]['Row']>
>;

export interface LiveChannelOptions<Table extends keyof Tables> {
  table: Table;
  /** One kind of change; all kinds unless it is given. */
  event?: 'INSERT' | 'UPDATE' | 'DELETE';
  /** Which rows, e.g. `recipient_id=eq.…`. */
  filter?: string;
  onChange: (change: LiveChange<Table>) => void;
  /**
   * Changes are heard from now on: called when the channel has joined, and again
   * whenever it has come back. What happened before is not told: read it anew.
   */
  onJoin?: () => void;
}

/** How long a channel that could not be opened, or that the server has closed, waits for another try, in milliseconds. */
const REOPEN_AFTER = 5000;

/** How long before a session that is said to have ended is asked for, in milliseconds: who signs out here has left by then. */
const CHECK_AFTER = 1000;

/** What the server says, among other words, when the viewer has been signed out, here or elsewhere. */
const SESSION_ENDED = 'Session from session_id claim in JWT does not exist';

/** What the server says of a channel, or of what it listens to. */
interface SystemMessage {
  extension: string;
  status: string;
  message: string;
}

/**
 * Asks the auth service whether the session goes on, once for all channels that ask at a time.
 * One that does not is forgotten by auth-js, which tells everyone who follows the session: pages
 * that need one leave.
 */
const sessionCheck = perClient((client) => {
  let underWay: Promise<void> | undefined;
  const check = async () => {
    try {
      await (await client.auth()).getUser();
    } catch (cause) {
      logFailure('Whether the session goes on could not be asked.', cause);
    } finally {
      underWay = undefined;
    }
  };
  return () => (underWay ??= check());
});

/** Each channel has a topic of its own: realtime-js would give two of the same name only one channel. */
let topics = 0;

/**
 * Listens to the changes of a table, each as far as the viewer may see it, until
 * the returned function is called. All channels share one socket, whose code is
 * fetched when the first one opens. It comes back by itself after an interruption,
 * and goes on as whoever is signed in, a visitor once the session has ended. What
 * goes wrong is only logged: a page works without it.
 */
export function openLiveChannel<Table extends keyof Tables>(
  client: SupabaseClient,
  options: LiveChannelOptions<Table>,
): () => void {
  const { table, event = '*', filter, onChange, onJoin } = options;
  let hasEnded = false;
  let channel: RealtimeChannel | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isSessionInDoubt = false;

  const reopen = () => {
    clearTimeout(again);
    if (hasEnded) return;
    const [next, wait] = isSessionInDoubt ? [settle, CHECK_AFTER] : [begin, REOPEN_AFTER];
    again = setTimeout(next, wait);
  };

  const settle = async () => {
    await sessionCheck(client)();
    isSessionInDoubt = false;
    reopen();
  };

  const hear = ({ extension, status, message }: SystemMessage) => {
    if (hasEnded) return;
    if (message.includes(SESSION_ENDED)) isSessionInDoubt = true;
    else if (status !== 'ok') logFailure(`Changes of ${table} are not heard.`, message);
    else if (extension === 'postgres_changes') onJoin?.();
  };

  const open = async () => {
    const realtime = await client.realtime();
    // A channel that joins without the token would hear what a visitor may.
    await realtime.setAuth();
    if (hasEnded) return;
    const wish = { event: '*' as const, schema: 'public', table, ...(filter && { filter }) };
    channel = realtime.channel(`${table} ${++topics}`);
    channel
      // Its types want the event as a literal; one call serves all four.
      .on<Partial<Tables[Table]['Row']>>(
        'postgres_changes',
        Object.assign(wish, { event }),
        (change) => {
          if (!hasEnded) onChange(change);
        },
      )
      .on('system', {}, hear)
      .subscribe((state: string, cause) => {
        if (hasEnded || state === 'SUBSCRIBED') return;
        // After an error or a timeout it joins again by itself; one that the server has closed does not.
        const reason = cause?.message ?? state;
        logNote(`Changes of ${table} are interrupted`, reason);
        if (state === 'CLOSED') reopen();
        // It would join again with what was refused.
        if (!reason.includes(SESSION_ENDED)) return;
        isSessionInDoubt = true;
        void channel?.unsubscribe();
      });
  };

  const begin = () => {
    open().catch((cause: unknown) => {
      logFailure(`Changes of ${table} cannot be listened to.`, cause);
      reopen();
    });
  };

  begin();
  return () => {
    hasEnded = true;
    clearTimeout(again);
    void channel?.unsubscribe();
  };
}
