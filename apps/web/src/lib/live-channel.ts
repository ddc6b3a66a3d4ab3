import type {
  RealtimeChannel,
  RealtimeClient,
  RealtimePostgresChangesPayload,
} from '@supabase/realtime-js';
import type { Database } from '@undertone/database-types/database';
import { SESSION_ENDED } from './backend-error.ts';
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
   * not delivered: read the rows again. Also called now and then while the channel cannot join.
   */
  onJoin?: () => void;
}

/** How long a channel that could not be opened, or that the server closed, waits before it opens again, in milliseconds. */
const REOPEN_AFTER = 5000;

/**
 * While a channel cannot join, as when a long transaction keeps the server from reading its log, the page
 * reads again after this long, and up to twice as long: many pages wait for the same server, ms.
 */
const ASK_AFTER = 30_000;

/** How long to wait before asking whether a session has ended, in milliseconds. A user who signs out in this tab has left by then. */
const CHECK_AFTER = 1000;

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

interface ChannelOptions {
  /** The subject of sentences about the channel in the log. */
  subject: string;
  /** Makes a channel that listens, and has not joined yet. */
  make: (realtime: RealtimeClient) => RealtimeChannel | Promise<RealtimeChannel>;
  /** The event after which the server delivers every change: the join itself, or a message that follows it. */
  joinedBy: 'join' | 'postgres_changes';
  /** As of `LiveChannelOptions`. */
  onJoin?: (() => void) | undefined;
}

/**
 * Keeps a channel open until the returned function is called, which resolves when the channel has been
 * left. All channels share one socket, whose code is fetched when the first channel opens. A channel
 * joins again after an interruption, with the session of that time, or as a visitor when the session has
 * ended. Failures are only logged, since pages work without live changes.
 */
function keepOpen(
  client: SupabaseClient,
  { subject, make, joinedBy, onJoin }: ChannelOptions,
): () => Promise<void> {
  let hasEnded = false;
  let channel: RealtimeChannel | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  let isSessionInDoubt = false;

  const askWhileAway = () => {
    clearTimeout(askTimer);
    const ask = () => {
      onJoin?.();
      askWhileAway();
    };
    askTimer = setTimeout(ask, ASK_AFTER * (1 + Math.random()));
  };

  const onJoined = () => {
    clearTimeout(askTimer);
    onJoin?.();
  };

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
    else if (status !== 'ok') logFailure(`${subject} are not received.`, message);
    else if (extension === joinedBy) onJoined();
  };

  const open = async () => {
    const realtime = await client.realtime();
    // A channel that joins without the token would receive only what a visitor may see.
    await realtime.setAuth();
    const made = hasEnded ? undefined : await make(realtime);
    if (hasEnded) return;
    channel = made;
    channel?.on('system', {}, onSystemMessage).subscribe((state: string, cause) => {
      if (hasEnded) return;
      if (state === 'SUBSCRIBED') {
        if (joinedBy === 'join') onJoined();
        return;
      }
      askWhileAway();
      // realtime-js joins again after an error or a timeout, but not when the server has closed the channel.
      const reason = cause?.message ?? state;
      logNote(`${subject} are interrupted`, reason);
      if (state === 'CLOSED') reopen();
      // realtime-js would join again with the refused token.
      if (!reason.includes(SESSION_ENDED)) return;
      isSessionInDoubt = true;
      void channel?.unsubscribe();
    });
  };

  const start = () => {
    open().catch((cause: unknown) => {
      logFailure(`${subject} cannot be received.`, cause);
      reopen();
    });
  };

  askWhileAway();
  start();
  return async () => {
    hasEnded = true;
    clearTimeout(timer);
    clearTimeout(askTimer);
    await channel?.unsubscribe();
  };
}

/** The number of channels so far. Each channel has a topic of its own: realtime-js returns the same channel for the same topic. */
let topics = 0;

/** Listens to the changes of a table that the viewer may see, until the returned function is called. */
export function openLiveChannel<Table extends keyof Tables>(
  client: SupabaseClient,
  options: LiveChannelOptions<Table>,
): () => void {
  const { table, event = '*', filter, onChange, onJoin } = options;
  let hasEnded = false;
  const wish = { event: '*' as const, schema: 'public', table, ...(filter && { filter }) };
  const close = keepOpen(client, {
    subject: `Changes of ${table}`,
    make: (realtime) =>
      realtime
        .channel(`${table} ${++topics}`)
        // The types of `on` want the event as a literal; Object.assign lets one call serve all four.
        .on<Partial<Tables[Table]['Row']>>(
          'postgres_changes',
          Object.assign(wish, { event }),
          (change) => {
            if (!hasEnded) onChange(change);
          },
        ),
    joinedBy: 'postgres_changes',
    onJoin,
  });
  return () => {
    hasEnded = true;
    void close();
  };
}

/** A message that was sent to a topic. */
export interface TopicMessage {
  event: string;
  payload: Record<string, unknown>;
  /** Over how long those who read something because of it should spread that, ms; undefined where the server does not say. */
  spread: number | undefined;
}

interface TopicOptions {
  onMessage: (message: TopicMessage) => void;
  /** As of `LiveChannelOptions`. */
  onJoin?: () => void;
}

/** Resolves when the channel of a topic has been left: until then realtime-js would return it again. */
const leaving = perClient(() => new Map<string, Promise<void>>());

/** Listens to a private topic, until the returned function is called. */
export function openLiveTopic(
  client: SupabaseClient,
  topic: string,
  { onMessage, onJoin }: TopicOptions,
): () => void {
  let hasEnded = false;
  const close = keepOpen(client, {
    subject: `Messages to ${topic}`,
    make: async (realtime) => {
      await leaving(client).get(topic);
      return realtime
        .channel(topic, { config: { private: true } })
        .on('broadcast', { event: '*' }, ({ event, payload, meta }) => {
          if (!hasEnded) onMessage({ event, payload: Object(payload), spread: spreadOf(meta) });
        });
    },
    joinedBy: 'join',
    onJoin,
  });
  return () => {
    hasEnded = true;
    leaving(client).set(topic, close());
  };
}

/** @param meta what the server says about a message; our backend adds `spread_ms` */
function spreadOf(meta: unknown): number | undefined {
  if (!(meta instanceof Object) || !('spread_ms' in meta)) return undefined;
  return typeof meta.spread_ms === 'number' ? meta.spread_ms : undefined;
}
