import { expect, it } from 'vitest';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const today = async () => {
  const [row] = await queryAs<{ drops: number; plays: number }[]>('visitor')`
    select new_drops::int as drops, total_plays::int as plays
    from today_stats(now() - interval '1 hour')`;
  return row;
};

it('the number of plays includes only drops that visitors can see, after each change of a drop', async () => {
  const drop = await make.drop();
  const { id } = drop;
  const before = await today();
  const plays = (before?.plays ?? 0) + 7;
  const drops = before?.drops ?? 0;
  await sql`update private.voice_drop_counts set play_count = 7 where voice_drop_id = ${id}`;
  expect(await today()).toEqual({ drops, plays });
  const hide = [
    ['is_flagged = true', 'is_flagged = false'],
    ["privacy_level = 'private'", "privacy_level = 'public'"],
  ] as const;
  for (const [hidden, shown] of hide) {
    await sql.unsafe(`update voice_drops set ${hidden} where id = '${id}'`);
    expect(await today()).toEqual({ drops: drops - 1, plays: plays - 7 });
    await sql.unsafe(`update voice_drops set ${shown} where id = '${id}'`);
    expect(await today()).toEqual({ drops, plays });
  }
  const account = sql`update profiles set is_private = true where user_id = ${drop.owner.id}`;
  await account;
  expect(await today()).toEqual({ drops: drops - 1, plays: plays - 7 });
  await sql`update profiles set is_private = false where user_id = ${drop.owner.id}`;
  await sql`delete from voice_drops where id = ${id}`;
  expect(await today()).toEqual({ drops: drops - 1, plays: plays - 7 });
});

it('the maintained sum of plays equals the sum over the drops', async () => {
  for (const plays of [3, 5]) {
    const { id } = await make.drop();
    await sql`
      update private.voice_drop_counts set play_count = ${plays} where voice_drop_id = ${id}`;
  }
  const [row] = await sql<{ maintained: string; counted: string }[]>`
    select (select sum(plays) from private.play_totals) as maintained,
      (select sum(voice_drops.play_count) from voice_drops where audience = 'public' and not is_flagged) as counted`;
  expect(row?.maintained).toBe(row?.counted);
});
