import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

/** What was sent to the topic about a drop, in the order of time. */
const sent = async ({ id }: Drop) => {
  const rows = await database.sql<{ event: string; payload: Record<string, unknown> }[]>`
    select event, payload from realtime.messages
    where topic = 'drops' and private and payload ->> 'id' = ${id} order by inserted_at`;
  return rows.map(({ event, payload }) => [event, Object.keys(payload).toSorted().join(' ')]);
};

const change = ({ id }: Drop, columns: object) =>
  database.sql`update voice_drops set ${database.sql({ ...columns })} where id = ${id}`;

const withheldNews = async ({ id }: Drop, persona: Persona) => {
  const rows = await database.as(
    persona,
    (sql) => sql<{ event: string }[]>`
      select event from nonpublic_drop_events where voice_drop_id = ${id}`,
  );
  return rows.map(({ event }) => event);
};

describe('the topic', () => {
  it('is told of a public drop: its id and time, and no more', async () => {
    const drop = await database.make.drop({ title: 'Secret words' });
    expect(await sent(drop)).toEqual([['posted', 'created_at id']]);
    const [row] = await database.sql<{ at: string }[]>`
      select payload ->> 'created_at' as at from realtime.messages
      where payload ->> 'id' = ${drop.id}`;
    expect(row?.at).toMatch(/T.*\+00:00$/);
  });

  it('is told of what others see of it', async () => {
    const drop = await database.make.drop();
    await change(drop, { title: 'Anew' });
    await change(drop, { title: 'Anew' });
    await change(drop, { privacy_level: 'followers' });
    await change(drop, { title: 'Among friends' });
    await change(drop, { privacy_level: 'public' });
    await change(drop, { is_flagged: true });
    await change(drop, { is_flagged: false });
    const events = (await sent(drop)).map(([event]) => event);
    expect(events).toEqual(['posted', 'changed', 'changed', 'changed', 'changed', 'changed']);
  });

  it('is told by its account becoming private', async () => {
    const drop = await database.make.drop();
    await database.sql`update profiles set is_private = true where user_id = ${drop.owner.id}`;
    expect((await sent(drop)).map(([event]) => event)).toEqual(['posted', 'changed']);
  });

  it.each(['followers', 'private'])(
    'is not told of a drop for %s until it is gone',
    async (level) => {
      const drop = await database.make.drop({ privacy_level: level });
      await change(drop, { title: 'Anew' });
      expect(await sent(drop)).toEqual([]);
      await database.sql`delete from voice_drops where id = ${drop.id}`;
      expect(await sent(drop)).toEqual([['deleted', 'id']]);
    },
  );

  it('is read by everybody and written by nobody', async () => {
    const rights = async (role: string, topic: string) => {
      const [row] = await database.sql<{ may_read: boolean; may_write: boolean }[]>`
        select may_read, may_write from realtime.authorize_topic(
          ${role}, ${JSON.stringify({ role, sub: crypto.randomUUID() })}, ${topic})`;
      return { ...row };
    };
    for (const role of ['anon', 'authenticated']) {
      expect(await rights(role, 'drops')).toMatchObject({ may_read: true, may_write: false });
      expect(await rights(role, 'other')).toMatchObject({ may_read: false, may_write: false });
    }
  });
});

describe('the table for drops that visitors do not see', () => {
  it.each([
    ['followers', ['owner', 'follower']],
    ['private', ['owner']],
  ])('tells of a drop for %s those who see it', async (privacy_level, expected) => {
    const drop = await database.make.drop({ privacy_level });
    const { owner } = drop;
    const [other, follower, blocked] = [
      await database.make.person(),
      await database.make.person(),
      await database.make.person(),
    ];
    await database.make.follow(follower, owner);
    await database.make.block(owner, blocked);
    const hearing = [];
    for (const [name, persona] of Object.entries({ owner, other, follower, blocked })) {
      if ((await withheldNews(drop, persona)).length > 0) hearing.push(name);
    }
    expect(hearing).toEqual(expected);
    await expect(withheldNews(drop, 'visitor')).rejects.toMatchObject(refused);
  });

  it('has no public drop, what happened last, and nothing of a deleted drop', async () => {
    const open = await database.make.drop();
    expect(await withheldNews(open, open.owner)).toEqual([]);
    const drop = await database.make.drop({ privacy_level: 'followers' });
    expect(await withheldNews(drop, drop.owner)).toEqual(['posted']);
    await change(drop, { title: 'Anew' });
    expect(await withheldNews(drop, drop.owner)).toEqual(['changed']);
    await database.sql`delete from voice_drops where id = ${drop.id}`;
    const left = await database.sql`
      select from nonpublic_drop_events where voice_drop_id = ${drop.id}`;
    expect(left).toHaveLength(0);
  });

  it('is written by nobody', async () => {
    const { owner } = await database.make.drop({ privacy_level: 'private' });
    for (const statement of [
      `update nonpublic_drop_events set event = 'posted'`,
      'delete from nonpublic_drop_events',
      `insert into nonpublic_drop_events (voice_drop_id, event, created_at)
        values (gen_random_uuid(), 'posted', now())`,
    ]) {
      const writing = database.as(owner, (sql) => sql.unsafe(statement));
      await expect(writing).rejects.toMatchObject(refused);
    }
  });
});
