import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/realtime-js';
import type { Database } from '@undertone/database-types/database';
import { logFailure, logNote } from './log.ts';
import { supabase } from './supabase.ts';

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

/** What the server says when the viewer has been signed out, here or elsewhere: no failure, and the page soon leaves. */
const SESSION_ENDED = 'Session from session_id claim in JWT does not exist';

/** What the server says of a channel, or of what it listens to. */
interface SystemMessage {
  extension: string;
  status: string;
  message: string;
}

/** Each channel has a topic of its own: realtime-js would give two of the same name only one channel. */
let topics = 0;

/**
 * Listens to the changes of a table, each as far as the viewer may see it, until
 * the returned function is called. All channels share one socket, whose code is
 * fetched when the first one opens. It comes back by itself after an interruption,
 * and goes on as whoever is signed in. What goes wrong is only logged: a page
 * works without it.
 */
export function openLiveChannel<Table extends keyof Tables>(
  options: LiveChannelOptions<Table>,
): () => void {
  const { table, event = '*', filter, onChange, onJoin } = options;
  let hasEnded = false;
  let channel: RealtimeChannel | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const hear = ({ extension, status, message }: SystemMessage) => {
    if (hasEnded) return;
    if (message === SESSION_ENDED) logNote(`Changes of ${table} are interrupted`, message);
    else if (status !== 'ok') logFailure(`Changes of ${table} are not heard.`, message);
    else if (extension === 'postgres_changes') onJoin?.();
  };

  const open = async () => {
    const client = await supabase.realtime();
    // A channel that joins without the token would hear what a visitor may.
    await client.setAuth();
    if (hasEnded) return;
    const wish = { event: '*' as const, schema: 'public', table, ...(filter && { filter }) };
    channel = client.channel(`${table} ${++topics}`);
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
        logNote(`Changes of ${table} are interrupted`, cause?.message ?? state);
        if (state === 'CLOSED') again = setTimeout(begin, REOPEN_AFTER);
      });
  };

  const begin = () => {
    open().catch((cause: unknown) => {
      logFailure(`Changes of ${table} cannot be listened to.`, cause);
      if (!hasEnded) again = setTimeout(begin, REOPEN_AFTER);
    });
  };

  begin();
  return () => {
    hasEnded = true;
    clearTimeout(again);
    void channel?.unsubscribe();
  };
}
