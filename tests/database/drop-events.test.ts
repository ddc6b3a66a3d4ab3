import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

/**
 * The messages about a drop that were sent to the topic, in the order of the transaction's commands: all of
 * them have its time, and a row may take a place on an earlier page than the row before it.
 */
const sent = async ({ id }: Drop) => {
  const rows = await sql<{ event: string; payload: Record<string, unknown> }[]>`
    select event, payload from realtime.messages
    where topic = 'drops' and private and payload ->> 'id' = ${id} order by cmin::text::bigint`;
  return rows.map(({ event, payload }) => [event, Object.keys(payload).toSorted().join(' ')]);
};

/** Changes a drop, more than a second after the last change. */
const change = async ({ id }: Drop, columns: object) => {
  for (const table of ['private.sent_drop_changes', 'public.nonpublic_drop_events']) {
    await sql`update ${sql(table)} set sent_at = sent_at - interval '1 second' where voice_drop_id = ${id}`;
  }
  await sql`update voice_drops set ${sql({ ...columns })} where id = ${id}`;
};

/** A waveform that differs from the default. */
const redrawn = Array.from({ length: 100 }, (_, index) => index);

/** Moves a drop's event more than a minute into the past. */
const aMinutePasses = ({ id }: Drop) => sql`
  update nonpublic_drop_events
  set sent_at = sent_at - interval '2 minutes', lost_at = lost_at - interval '2 minutes'
  where voice_drop_id = ${id}`;

const nonpublicEvents = async ({ id }: Drop, persona: Persona) => {
  const rows = await queryAs<{ event: string }[]>(persona)`
    select event from nonpublic_drop_events where voice_drop_id = ${id}`;
  return rows.map(({ event }) => event);
};

describe('the topic of public drops', () => {
  it('receives only the id and the time of a public drop', async () => {
    const drop = await make.drop({ title: 'Secret words' });
    expect(await sent(drop)).toEqual([['posted', 'created_at id']]);
    const [row] = await sql<{ at: string }[]>`
      select payload ->> 'created_at' as at from realtime.messages
      where payload ->> 'id' = ${drop.id}`;
    expect(row?.at).toMatch(/T.*\+00:00$/);
  });

  it('receives nothing when the server redraws a waveform', async () => {
    const drop = await make.drop();
    await change(drop, { waveform: redrawn });
    expect((await sent(drop)).map(([event]) => event)).toEqual(['posted']);
  });

  it('receives an event for each change that others can see', async () => {
    const drop = await make.drop();
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

  it('receives an event when the drop’s account becomes private', async () => {
    const drop = await make.drop();
    await sql`update profiles set is_private = true where user_id = ${drop.owner.id}`;
    expect((await sent(drop)).map(([event]) => event)).toEqual(['posted', 'changed']);
  });

  it.each(['followers', 'private'])(
    'receives no event of a drop of the level %s, not even of its deletion',
    async (level) => {
      const drop = await make.drop({ privacy_level: level });
      await change(drop, { title: 'Anew' });
      await sql`delete from voice_drops where id = ${drop.id}`;
      expect(await sent(drop)).toEqual([]);
    },
  );

  it('receives an event when a drop is deleted, and none when it was private by then', async () => {
    const [open, closed] = [await make.drop(), await make.drop()];
    await change(closed, { privacy_level: 'private' });
    await sql`delete from voice_drops where id in (${open.id}, ${closed.id})`;
    expect((await sent(open)).map(([event]) => event)).toEqual(['posted', 'deleted']);
    expect((await sent(closed)).map(([event]) => event)).toEqual(['posted', 'changed']);
  });

  it('receives changes of a drop within a second once', async () => {
    const drop = await make.drop();
    for (const title of ['One', 'Two', 'Three']) {
      await sql`update voice_drops set title = ${title} where id = ${drop.id}`;
    }
    await change(drop, { title: 'Four' });
    const events = (await sent(drop)).map(([event]) => event);
    expect(events).toEqual(['posted', 'changed', 'changed']);
  });

  it('receives the changes and deletions of many drops by one statement in one message', async () => {
    const owner = await make.person();
    const drops = [await make.drop({}, owner), await make.drop({}, owner)];
    const ids = drops.map(({ id }) => id).toSorted();
    const messages = async () =>
      sql`
        select event, payload -> 'ids' as ids from realtime.messages
        where payload -> 'ids' ? ${ids[0]!} order by cmin::text::bigint`;
    await sql`update profiles set is_private = true where user_id = ${owner.id}`;
    await sql`update profiles set is_private = false where user_id = ${owner.id}`;
    await sql`delete from voice_drops where user_id = ${owner.id}`;
    const sets = (await messages()).map(({ event, ids: named }) => [event, named.toSorted()]);
    expect(sets).toEqual([
      ['changed', ids],
      ['deleted', ids],
    ]);
  });

  it('can be read, but not written, by visitors and members', async () => {
    const rights = async (role: string, topic: string) => {
      const [row] = await sql<{ may_read: boolean; may_write: boolean }[]>`
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

describe('the table of events of nonpublic drops', () => {
  it.each([
    ['followers', ['owner', 'follower']],
    ['private', ['owner']],
  ])(
    'shows an event of a drop of the level %s to people who can see the drop',
    async (privacy_level, expected) => {
      const drop = await make.drop({ privacy_level });
      const { visitor, ...members } = await peopleAround(make, drop);
      const receiving = await namesWhere(
        members,
        async (persona) => (await nonpublicEvents(drop, persona)).length > 0,
      );
      expect(receiving).toEqual(expected);
      await expect(nonpublicEvents(drop, visitor)).rejects.toMatchObject(refused);
    },
  );

  it('has the latest event of a drop, none of a public drop, and that of a deleted one for a minute', async () => {
    const open = await make.drop();
    expect(await nonpublicEvents(open, open.owner)).toEqual([]);
    const drop = await make.drop({ privacy_level: 'followers' });
    expect(await nonpublicEvents(drop, drop.owner)).toEqual(['posted']);
    await change(drop, { title: 'Anew' });
    expect(await nonpublicEvents(drop, drop.owner)).toEqual(['changed']);
    await sql`delete from voice_drops where id = ${drop.id}`;
    expect(await nonpublicEvents(drop, drop.owner)).toEqual(['deleted']);
    await aMinutePasses(drop);
    await sql`delete from voice_drops where id = ${(await make.drop({ privacy_level: 'private' })).id}`;
    const left = await sql`select from nonpublic_drop_events where voice_drop_id = ${drop.id}`;
    expect(left).toHaveLength(0);
  });

  it.each([
    ['deleted', 'deleted', ({ id }: Drop) => sql`delete from voice_drops where id = ${id}`],
    ['made private', 'changed', (drop: Drop) => change(drop, { privacy_level: 'private' })],
    [
      'made private and deleted',
      'deleted',
      async (drop: Drop) => {
        await change(drop, { privacy_level: 'private' });
        await sql`delete from voice_drops where id = ${drop.id}`;
      },
    ],
  ])(
    'notifies those who could see a drop for followers that it was %s, for a minute',
    async (_what, event, lose) => {
      const drop = await make.drop({ privacy_level: 'followers' });
      const { visitor: _, ...members } = await peopleAround(make, drop);
      const receiving = () =>
        namesWhere(members, async (persona) =>
          (await nonpublicEvents(drop, persona)).includes(event),
        );
      await lose(drop);
      expect(await receiving()).toEqual(['owner', 'follower']);
      await aMinutePasses(drop);
      expect(await receiving()).toEqual(['owner']);
    },
  );

  it('leaves no event of a deleted account', async () => {
    const drop = await make.drop({ privacy_level: 'followers' });
    await sql`delete from profiles where user_id = ${drop.owner.id}`;
    const left = await sql`select from nonpublic_drop_events where author_id = ${drop.owner.id}`;
    expect(left).toHaveLength(0);
  });
});

describe('events beyond the limit of an account', () => {
  it.each(['public', 'followers'])(
    'are not sent, while its acts succeed and the events of others are sent: drops of the level %s',
    async (privacy_level) => {
      await sql`update private.act_limits set short_max = 2 where act = 'news'`;
      const [owner, other] = await make.people(2);
      const drops = [];
      for (const person of [owner, owner, owner, other]) {
        drops.push(await make.drop({ privacy_level }, person));
      }
      for (const { id, owner: person } of drops) {
        const { count } = await queryAs(person)`delete from voice_drops where id = ${id}`;
        expect(count).toBe(1);
      }
      const rows = await sql<{ id: string }[]>`
        select payload ->> 'id' as id from realtime.messages where event = 'deleted'
        union all
        select voice_drop_id::text from nonpublic_drop_events where event = 'deleted'`;
      const ids = [drops[0], drops[1], drops[3]].map((drop) => drop?.id);
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids));
    },
  );

  it('are not sent either about likes, whose number stays right', async () => {
    await sql`update private.act_limits set short_max = 1 where act = 'count news'`;
    const [first, second] = [await make.drop(), await make.drop()];
    const [fan, other] = await make.people(2);
    const likes = async (person: Person, { id }: Drop) => {
      await queryAs(person)`
        insert into voice_drop_likes (voice_drop_id, user_id) values (${id}, ${person.id})`;
      const rows = await sql`
        select likes.like_count, live.like_count as sent from private.voice_drop_counts as likes
        left join live_drop_counts as live using (voice_drop_id) where voice_drop_id = ${id}`;
      return Object.values(rows[0] ?? {}).map((count) => count && Number(count));
    };
    expect(await likes(fan, first)).toEqual([1, 1]);
    expect(await likes(fan, second)).toEqual([1, null]);
    expect(await likes(other, second)).toEqual([2, 2]);
  });
});
