import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/realtime-js';
import type { Database } from '@undertone/database-types/database';
import { logFailure, logNote } from './log.ts';
import { perClient } from './per-client.ts';
import type { SupabaseClient } from './supabase.ts';

type Tables = Database['public']['Tables'];

/** A change of a row, with the columns that the listener may read; of a deleted row only the key, in `old`. */
export type LiveChange<Table extends keyof Tables> = RealtimePostgresChangesPayload<
  Partial<Tables[Table]['Row']>
>;

export interface LiveChannelOptions<Table extends keyof Tables> {
  table: Table;
  /** The kind of change; by default all kinds. */
  event?: 'INSERT' | 'UPDATE' | 'DELETE';
  /** The rows to listen to, e.g. `recipient_id=eq.…`. */
  filter?: string;
  onChange: (change: LiveChange<Table>) => void;
  /**
   * Called when the channel has joined, and again after each interruption. Changes before that are
   * not delivered: read the rows again.
   */
  onJoin?: () => void;
}

/** How long a channel that could not be opened, or that the server closed, waits before it opens again, in milliseconds. */
const REOPEN_AFTER = 5000;

/** How long to wait before asking whether a session has ended, in milliseconds. A user who signs out in this tab has left by then. */
const CHECK_AFTER = 1000;

/** Part of the server's message when the viewer's session has ended, in this tab or elsewhere. */
const SESSION_ENDED = 'Session from session_id claim in JWT does not exist';

/** The server's message about a channel or its subscription. */
interface SystemMessage {
  extension: string;
  status: string;
  message: string;
}

/**
 * Asks the auth service whether the session is still valid; channels that ask at the same time share
 * one request. auth-js drops a session that has ended and notifies its listeners, so that pages that
 * need a session redirect.
 */
const sessionCheck = perClient((client) => {
  let underWay: Promise<void> | undefined;
  const check = async () => {
    try {
      await (await client.auth()).getUser();
    } catch (cause) {
      logFailure('The session could not be checked.', cause);
    } finally {
      underWay = undefined;
    }
  };
  return () => (underWay ??= check());
});

/** The number of channels so far. Each channel has a topic of its own: realtime-js returns the same channel for the same topic. */
let topics = 0;

/**
 * Listens to the changes of a table that the viewer may see, until the returned function is called.
 * All channels share one socket, whose code is fetched when the first channel opens. A channel joins
 * again after an interruption, with the session of that time, or as a visitor when the session has
 * ended. Failures are only logged, since pages work without live changes.
 */
export function openLiveChannel<Table extends keyof Tables>(
  client: SupabaseClient,
  options: LiveChannelOptions<Table>,
): () => void {
  const { table, event = '*', filter, onChange, onJoin } = options;
  let hasEnded = false;
  let channel: RealtimeChannel | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSessionInDoubt = false;

  const reopen = () => {
    clearTimeout(timer);
    if (hasEnded) return;
    const [next, wait] = isSessionInDoubt ? [checkSession, CHECK_AFTER] : [start, REOPEN_AFTER];
    timer = setTimeout(next, wait);
  };

  const checkSession = async () => {
    await sessionCheck(client)();
    isSessionInDoubt = false;
    reopen();
  };

  const onSystemMessage = ({ extension, status, message }: SystemMessage) => {
    if (hasEnded) return;
    if (message.includes(SESSION_ENDED)) isSessionInDoubt = true;
    else if (status !== 'ok') logFailure(`Changes of ${table} are not received.`, message);
    else if (extension === 'postgres_changes') onJoin?.();
  };

  const open = async () => {
    const realtime = await client.realtime();
    // A channel that joins without the token would receive only what a visitor may see.
    await realtime.setAuth();
    if (hasEnded) return;
    const wish = { event: '*' as const, schema: 'public', table, ...(filter && { filter }) };
    channel = realtime.channel(`${table} ${++topics}`);
    channel
      // The types of `on` want the event as a literal; Object.assign lets one call serve all four.
      .on<Partial<Tables[Table]['Row']>>(
        'postgres_changes',
        Object.assign(wish, { event }),
        (change) => {
          if (!hasEnded) onChange(change);
        },
      )
      .on('system', {}, onSystemMessage)
      .subscribe((state: string, cause) => {
        if (hasEnded || state === 'SUBSCRIBED') return;
        // realtime-js joins again after an error or a timeout, but not when the server has closed the channel.
        const reason = cause?.message ?? state;
        logNote(`Changes of ${table} are interrupted`, reason);
        if (state === 'CLOSED') reopen();
        // realtime-js would join again with the refused token.
        if (!reason.includes(SESSION_ENDED)) return;
        isSessionInDoubt = true;
        void channel?.unsubscribe();
      });
  };

  const start = () => {
    open().catch((cause: unknown) => {
      logFailure(`Changes of ${table} cannot be listened to.`, cause);
      reopen();
    });
  };

  start();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    void channel?.unsubscribe();
  };
}
