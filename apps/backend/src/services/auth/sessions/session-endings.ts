import type { Database } from '../../../database/database.ts';
import type { LiveSessions } from './live-sessions.ts';

/** Named in database/initial-schema/04-ended-sessions.sql. */
const channel = 'auth_session_ended';

/**
 * Listens for sessions that end by SQL, or whose account was banned or deleted, and removes them
 * from the cache. After a lost connection, on which notifications may have been missed, the whole
 * cache is emptied.
 * @returns a function that stops listening
 */
export function listenForEndedSessions(
  database: Pick<Database, 'listen'>,
  sessions: Pick<LiveSessions, 'forget' | 'forgetAll'>,
): Promise<() => Promise<void>> {
  return database.listen(channel, {
    onMessage: (sessionId) => sessions.forget([sessionId]),
    onListening: () => sessions.forgetAll(),
  });
}
