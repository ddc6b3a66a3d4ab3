import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openAuthDatabase } from '../fixtures/running-auth.ts';
import { queryLiveSession, LiveSessions } from './live-sessions.ts';

const { database } = await openAuthDatabase();
const sql = database.admin;
let time = 0;

const newSession = async () => {
  const [user, session] = [randomUUID(), randomUUID()];
  await sql`insert into auth.users (id) values (${user})`;
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${user})`;
  return { user, session };
};

const end = (session: string) => sql`delete from auth.sessions where id = ${session}`;

describe('LiveSessions', () => {
  it('caches a live session until it is evicted', async () => {
    const sessions = new LiveSessions(queryLiveSession(sql), () => time);
    const { user, session } = await newSession();
    expect(await sessions.isLive(session, user)).toBe(true);
    await end(session);
    expect(sessions.isLive(session, user)).toBe(true);
    sessions.forget([session]);
    expect(await sessions.isLive(session, user)).toBe(false);
  });

  it('does not accept a cached session for another account', async () => {
    const sessions = new LiveSessions(queryLiveSession(sql), () => time);
    const [mine, other] = [await newSession(), await newSession()];
    expect(await sessions.isLive(mine.session, mine.user)).toBe(true);
    expect(await sessions.isLive(mine.session, other.user)).toBe(false);
    expect(sessions.isLive(mine.session, mine.user)).toBe(true);
  });

  it('queries the database again after 15 seconds', async () => {
    const sessions = new LiveSessions(queryLiveSession(sql), () => time);
    const { user, session } = await newSession();
    expect(await sessions.isLive(session, user)).toBe(true);
    await end(session);
    time += 15_001;
    expect(await sessions.isLive(session, user)).toBe(false);
  });

  it('does not cache the result of a query during which a session ended', async () => {
    const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
    let asked = 0;
    const sessions = new LiveSessions(() => answers[asked++]!.promise);
    const before = sessions.isLive('session', 'user');
    sessions.forget(['session']);
    answers[0]?.resolve(true);
    expect(await before).toBe(true);
    answers[1]?.resolve(false);
    expect(await sessions.isLive('session', 'user')).toBe(false);
  });

  it('does not share a query that began before a session ended with later requests', async () => {
    const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
    let asked = 0;
    const sessions = new LiveSessions(() => answers[asked++]!.promise);
    void sessions.isLive('session', 'user');
    sessions.forget(['session']);
    const after = sessions.isLive('session', 'user');
    answers[0]?.resolve(true);
    answers[1]?.resolve(false);
    expect(await after).toBe(false);
  });

  it('calls its listeners with ended sessions', () => {
    const sessions = new LiveSessions(async () => true);
    const ended: string[] = [];
    sessions.onEnded((ids) => ended.push(...ids));
    sessions.forget(['one', 'other']);
    expect(ended).toEqual(['one', 'other']);
  });

  it('shares one query between requests at the same time', async () => {
    let asked = 0;
    const sessions = new LiveSessions(async () => {
      asked += 1;
      return true;
    });
    const answers = [1, 2, 3].map(async () => sessions.isLive('session', 'user'));
    expect(await Promise.all(answers)).toEqual([true, true, true]);
    expect(asked).toBe(1);
  });
});
