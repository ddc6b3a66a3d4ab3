import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const read = async (person: Person, before: Drop | null = null) => {
  const start =
    before && (await sql`select created_at, id from voice_drops where id = ${before.id}`);
  const rows = start
    ? await queryAs(person)`
        select id from following_drops(${start[0]!['created_at']}, ${start[0]!['id']})`
    : await queryAs(person)`select id from following_drops()`;
  return rows.map(({ id }) => id);
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

  it('are none for who follows none, without the second factor, and for a visitor', async () => {
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
