import type { Database } from '../../../database/database.ts';
import type { LiveSessions } from './live-sessions.ts';

/** Named in database/initial-schema/04-ended-sessions.sql. */
const channel = 'auth_session_ended';

/**
 * Hears of sessions that end by SQL, or whose account was banned or deleted, and
 * has them forgotten. After a lost connection, on which notices may have been
 * missed, every session is asked for anew.
 * @returns what ends that
 */
export function hearOfEndings(
  database: Pick<Database, 'listen'>,
  sessions: Pick<LiveSessions, 'forget' | 'forgetAll'>,
): Promise<() => Promise<void>> {
  return database.listen(channel, {
    onMessage: (sessionId) => sessions.forget([sessionId]),
    onListening: () => sessions.forgetAll(),
  });
}
