import { describe, expect, it } from 'vitest';
import { alreadyThere, breaksCheck, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const follow = (persona: Persona, tag: string, person: Person) =>
  queryAs(persona)`insert into followed_hashtags ${sql({ user_id: person.id, tag })}`;

const followedBy = (persona: Persona) =>
  queryAs<{ user_id: string; tag: string }[]>(persona)`select user_id, tag from followed_hashtags`;

describe('a followed hashtag', () => {
  it('is added once, in the caller’s own name, which is the default', async () => {
    const me = await make.person();
    await follow(me, 'rain', me);
    await expect(follow(me, 'rain', me)).rejects.toMatchObject(alreadyThere);
    await queryAs(me)`insert into followed_hashtags (tag) values ('night')`;
    expect((await followedBy(me)).map(({ tag }) => tag).sort()).toEqual(['night', 'rain']);
  });

  it('is not added in another’s name', async () => {
    const [me, other] = await make.people(2);
    await expect(follow(other, 'rain', me)).rejects.toMatchObject(refused);
  });

  it('is seen by its owner, and by no stranger, follower or blocked person', async () => {
    const me = await make.person();
    const [stranger, follower, blocked] = await make.people(3);
    await make.follow(follower, me);
    await make.block(me, blocked);
    await follow(me, 'rain', me);
    expect([...(await followedBy(me))]).toEqual([{ user_id: me.id, tag: 'rain' }]);
    for (const other of [stranger, follower, blocked]) {
      expect(await followedBy(other)).toHaveLength(0);
    }
  });

  it('can be removed only by its owner', async () => {
    const [me, other] = await make.people(2);
    await follow(me, 'rain', me);
    const remove = (persona: Persona) =>
      queryAs(persona)`delete from followed_hashtags where tag = 'rain'`;
    expect((await remove(other)).count).toBe(0);
    expect((await remove(me)).count).toBe(1);
  });

  it.each(['', '#rain', 'rain night', 'a/b', 'x'.repeat(201)])('is not %j', async (tag) => {
    const me = await make.person();
    await expect(follow(me, tag, me)).rejects.toMatchObject(breaksCheck);
  });

  it('is folded', async () => {
    const me = await make.person();
    await follow(me, 'RAIN', me);
    const rows = await queryAs(me)`select tag from followed_hashtags`;
    expect(rows).toEqual([{ tag: 'rain' }]);
  });

  it('is deleted with its account', async () => {
    const me = await make.person();
    await follow(me, 'rain', me);
    await sql`delete from profiles where user_id = ${me.id}`;
    expect(await sql`select from followed_hashtags where user_id = ${me.id}`).toHaveLength(0);
  });

  it('is one of at most a hundred, and the limit reveals nothing to others', async () => {
    const [me, other] = await make.people(2);
    await sql`
      insert into followed_hashtags (user_id, tag)
      select ${me.id}, 'tag' || number from generate_series(1, 100) as number`;
    await expect(follow(me, 'rain', me)).rejects.toMatchObject({
      code: 'PT429',
      message: 'You follow 100 hashtags, which is the most. Please unfollow one first.',
    });
    await expect(follow(other, 'rain', me)).rejects.toMatchObject(refused);
    await queryAs(me)`delete from followed_hashtags where tag = 'tag1'`;
    await follow(me, 'rain', me);
  });
});

describe('related hashtags', () => {
  const post = (hashtags: string[], columns = {}, owner?: Person) =>
    make.drop({ hashtags, ...columns }, owner);
  const related = async (persona: Persona, tag = 'quoll') => {
    const rows = await queryAs<{ related: string }[]>(persona)`
      select related from related_tags(${tag}) as related`;
    return rows.map((row) => row.related);
  };

  it('occur together in public drops, the most frequent first, and at most eight', async () => {
    await post(['quoll', 'dusk']);
    await post(['quoll', 'dusk', 'bush']);
    const { owner } = await post(['quoll', 'hidden'], { privacy_level: 'followers' });
    const follower = await make.person();
    await make.follow(follower, owner);
    await post(['quoll', 'secret'], { privacy_level: 'private' });
    await post(['quoll', 'flagged'], { is_flagged: true });
    await post(['bush', 'elsewhere']);
    for (const persona of ['visitor', owner, follower] as const) {
      expect(await related(persona)).toEqual(['dusk', 'bush']);
    }
    expect(await related('visitor', 'QUOLL')).toEqual(['dusk', 'bush']);
    expect(await related('visitor', 'nothing')).toEqual([]);
    for (const name of ['a', 'b']) {
      await post(['quoll', ...[1, 2, 3, 4].map((index) => `${name}${index}`)]);
    }
    expect(await related('visitor')).toHaveLength(8);
  });

  it('exclude hidden hashtags, and drops of people across a block', async () => {
    const drop = await post(['bilby', 'burrow']);
    await post(['bilby', 'sand']);
    const [blocked, blocker] = await make.people(2);
    await make.block(drop.owner, blocked);
    await make.block(blocker, drop.owner);
    expect(await related('visitor', 'bilby')).toHaveLength(2);
    for (const person of [blocked, blocker])
      expect(await related(person, 'bilby')).toEqual(['sand']);
    await sql`select hide_hashtag('sand')`;
    expect(await related('visitor', 'bilby')).toEqual(['burrow']);
  });
});

describe('search suggestions', () => {
  interface Suggestion {
    kind: string;
    name: string;
    drop_count: string | null;
  }
  const suggested = async (persona: Persona, typed: string, most = 5) => {
    const rows = await queryAs<Suggestion[]>(persona)`
      select * from search_suggestions(${typed}, ${most})`;
    return rows.map(({ kind, name, drop_count: drops }) => `${kind} ${name} ${drops ?? ''}`.trim());
  };

  it('are people and hashtags that begin with the typed text', async () => {
    const me = await make.person();
    await make.person({ username: 'Zebra.finch' });
    await make.person({ username: 'zebra2' });
    await make.drop({ hashtags: ['zebra'] });
    for (const _drop of [1, 2]) await make.drop({ hashtags: ['zebras', 'no_zebra'] });
    const people = ['person Zebra.finch', 'person zebra2'];
    // The very hashtag first, then the most used.
    const tags = ['tag zebra 1', 'tag zebras 2'];
    expect(await suggested(me, 'zebr')).toEqual([...people, 'tag zebras 2', 'tag zebra 1']);
    expect(await suggested(me, ' ZEBRA ')).toEqual([...people, ...tags]);
    expect(await suggested(me, '@zebra')).toEqual(people);
    expect(await suggested(me, '#zebra')).toEqual(tags);
    expect(await suggested(me, 'zebra', 1)).toEqual(['person Zebra.finch', ...tags]);
    for (const nothing of ['', ' ', '#', '@', 'zebra finch']) {
      expect(await suggested(me, nothing)).toEqual([]);
    }
  });

  it('exclude private accounts, people across a block, and hidden hashtags', async () => {
    const me = await make.person();
    const [closed, blocked, blocker] = [
      await make.person({ username: 'yak_closed', is_private: true }),
      await make.person({ username: 'yak_blocked' }),
      await make.person({ username: 'yak_blocker' }),
    ];
    await make.follow(me, closed);
    await make.block(me, blocked);
    await make.block(blocker, me);
    await make.drop({ hashtags: ['yak_hidden'] });
    await make.drop({ hashtags: ['yak_secret'], privacy_level: 'followers' });
    await sql`select hide_hashtag('yak_hidden')`;
    expect(await suggested(me, 'yak')).toEqual([]);
    expect(await suggested(blocked, 'yak')).toEqual(['person yak_blocked', 'person yak_blocker']);
  });

  it('are refused for visitors', async () => {
    await expect(suggested('visitor', 'zebra')).rejects.toMatchObject(refused);
  });
});
