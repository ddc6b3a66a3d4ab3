import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const read = async (person: Person, before: Pick<Drop, 'id'> | null = null): Promise<string[]> => {
  const start =
    before && (await sql`select created_at, id from voice_drops where id = ${before.id}`);
  const rows = start
    ? await queryAs(person)`
        select id from following_drops(${start[0]!['created_at']}, ${start[0]!['id']})`
    : await queryAs(person)`select id from following_drops()`;
  return rows.map(({ id }) => String(id));
};

/** Drops of an owner, each a minute older than the one before it. */
const series = async (owner: Person, count: number, firstMinutes = 0): Promise<Drop[]> => {
  const drops: Drop[] = [];
  for (let index = 0; index < count; index += 1) {
    const drop = await make.drop({}, owner);
    await sql`
      update voice_drops
      set created_at = now() - ${`${firstMinutes + index} minutes`}::interval where id = ${drop.id}`;
    drops.push(drop);
  }
  return drops;
};

const ids = (drops: readonly Drop[]) => drops.map(({ id }) => id);

describe('the drops that a person follows', () => {
  it('are those of followed people and hashtags, each once, newest first, without own ones', async () => {
    const [me, friend, stranger] = await make.people(3);
    await make.follow(me, friend);
    await sql`insert into followed_hashtags (user_id, tag) values (${me.id}, 'rain')`;
    const [latest] = await series(friend, 1);
    const both = await make.drop({ hashtags: ['rain'] }, friend);
    const tagged = await make.drop({ hashtags: ['night', 'rain'] }, stranger);
    await make.drop({}, stranger);
    await make.drop({ hashtags: ['rain'] }, me);
    for (const [drop, minutes] of [
      [both, 5],
      [tagged, 10],
    ] as const) {
      await sql`
        update voice_drops set created_at = now() - ${`${minutes} minutes`}::interval
        where id = ${drop.id}`;
    }
    expect(await read(me)).toEqual(ids([latest!, both, tagged]));
  });

  it('are read page by page, also when some are old and rare among others', async () => {
    const [me, often, seldom] = await make.people(3);
    await make.follow(me, often);
    await make.follow(me, seldom);
    const drops = [...(await series(often, 22)), ...(await series(seldom, 3, 60))];
    const first = await read(me);
    expect(first).toEqual(ids(drops.slice(0, 20)));
    expect(await read(me, drops[19])).toEqual(ids(drops.slice(20)));
    expect(await read(me, drops[24])).toEqual([]);
  });

  it('are those that the person may see', async () => {
    const [me, friend, blocker] = await make.people(3);
    const closed = await make.person({ is_private: true });
    await make.follow(me, friend);
    await make.follow(me, closed);
    await make.follow(me, blocker);
    await sql`insert into followed_hashtags (user_id, tag) values (${me.id}, 'rain')`;
    const forFollowers = await make.drop({ privacy_level: 'followers' }, friend);
    await make.drop({ privacy_level: 'private' }, friend);
    const ofClosed = await make.drop({}, closed);
    const blocked = await make.drop({ hashtags: ['rain'] }, blocker);
    const ofStranger = await make.drop({ privacy_level: 'followers', hashtags: ['rain'] });
    expect(new Set(await read(me))).toEqual(new Set(ids([forFollowers, ofClosed, blocked])));
    await make.block(blocker, me);
    expect(new Set(await read(me))).toEqual(new Set(ids([forFollowers, ofClosed])));
    expect(await read(ofStranger.owner)).toEqual([]);
  });

  it('fill each page with what the policies allow, however rare among the drops of others', async () => {
    const me = await make.person();
    await sql`insert into followed_hashtags (user_id, tag) values (${me.id}, 'rain')`;
    const owner = async (isFollowed: boolean, settings = {}) => {
      const person = await make.person(settings);
      if (isFollowed) await make.follow(me, person);
      return person;
    };
    const [blocked, blocker] = await make.people(2);
    await make.block(me, blocked);
    await make.block(blocker, me);
    const muted = await owner(true);
    for (const [kind, subject] of [
      ['person', muted.id],
      ['hashtag', 'snow'],
      ['word', 'thunder'],
    ] as const) {
      await sql`insert into mutes (user_id, kind, subject) values (${me.id}, ${kind}, ${subject})`;
    }
    const tagged = { hashtags: ['rain'] };
    const kinds: [Person, Parameters<typeof make.drop>[0]][] = [
      [await owner(true), {}],
      [await owner(true), { privacy_level: 'followers' }],
      [await owner(true), { privacy_level: 'private' }],
      [await owner(true), { is_flagged: true }],
      [await owner(true), { hashtags: ['snow'] }],
      [await owner(true), { title: 'Of thunder' }],
      [await owner(true), tagged],
      [await owner(true, { is_private: true }), {}],
      [muted, tagged],
      [await owner(false), tagged],
      [await owner(false), { ...tagged, privacy_level: 'followers' }],
      [await owner(false), { ...tagged, is_flagged: true }],
      [await owner(false), { ...tagged, title: 'Of thunder' }],
      [await owner(false, { is_private: true }), tagged],
      [blocked, tagged],
      [blocker, tagged],
      [me, tagged],
    ];
    const start = Date.now();
    let latest: Drop | null = null;
    for (let minutes = 0; minutes < 5 * kinds.length; minutes += 1) {
      const [author, columns] = kinds[minutes % kinds.length]!;
      const created_at = new Date(start - minutes * 60_000).toISOString();
      const drop = await make.drop({ ...columns, created_at }, author);
      latest ??= drop;
    }
    await sql`delete from voice_drops where id = ${latest!.id}`;
    // Sixty drops of a stranger between any two of them: a page is not among the latest thousand.
    const stranger = await make.person();
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into voice_drops (user_id, audio_url, duration, audience, created_at)
      select ${stranger.id}, '/storage/v1/object/voice-drops/' || ${stranger.id} || '/' || n || '.mp3',
        1, 'public', ${new Date(start).toISOString()}::timestamptz - n * interval '1 second'
      from generate_series(1, ${300 * kinds.length}::int) as n`;
    await sql`set local session_replication_role = origin`;

    const allowed = await queryAs(me)`
      select id from voice_drops
      where user_id <> ${me.id} and is_muted(voice_drops) is false and (
        user_id in (select following_id from follows where follower_id = ${me.id})
        or (hashtags && '{rain}' and not is_flagged)
      )
      order by created_at desc, id desc`;
    expect(allowed).toHaveLength(24);
    const first = await read(me);
    expect(first).toEqual(allowed.slice(0, 20).map(({ id }) => id));
    const second = await read(me, { id: first[19]! });
    expect(second).toEqual(allowed.slice(20).map(({ id }) => id));
  });

  it('are none for a person who follows nobody, in a session without the second factor, and for a visitor', async () => {
    const [me, friend] = await make.people(2);
    await make.drop({}, friend);
    expect(await read(me)).toEqual([]);
    await make.follow(me, friend);
    await make.factor(me);
    expect(await read(me)).toEqual([]);
    expect(await read({ ...me, aal: 'aal2' })).toHaveLength(1);
    const visitor = queryAs('visitor')`select * from following_drops()`;
    await expect(visitor).rejects.toMatchObject(refused);
  });
});
