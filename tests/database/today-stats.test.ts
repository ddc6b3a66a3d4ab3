import { describe, expect, it } from 'vitest';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const today = async (midnight = hoursAgo(2)) => {
  const [row] = await queryAs<{ drops: number; plays: number }[]>('visitor')`
    select new_drops::int as drops, total_plays::int as plays
    from today_stats(${midnight}::timestamptz)`;
  return row!;
};

describe('today’s activity', () => {
  it('counts public drops since midnight, and all their plays', async () => {
    const before = await today();
    const { id } = await make.drop({ created_at: hoursAgo(1) });
    await make.drop({ created_at: hoursAgo(3) });
    await queryAs(await make.person())`select add_play(${id})`;
    expect(await today()).toEqual({ drops: before.drops + 1, plays: before.plays + 1 });
  });

  it.each([
    ['a flagged', { is_flagged: true }, {}],
    ['a private', { privacy_level: 'private' }, {}],
    ['a followers’', { privacy_level: 'followers' }, {}],
    ['a private account’s', {}, { is_private: true }],
  ])(
    'counts neither %s drop nor its plays until it is public',
    async (_what, columns, settings) => {
      const before = await today();
      const drop = await make.drop(columns, await make.person(settings));
      const { id, owner } = drop;
      await queryAs(owner)`select add_play(${id})`;
      expect(await today()).toEqual(before);
      await sql`update profiles set is_private = false where user_id = ${owner.id}`;
      await sql`update voice_drops set is_flagged = false, privacy_level = 'public' where id = ${id}`;
      expect(await today()).toEqual({ drops: before.drops + 1, plays: before.plays + 1 });
      if ('is_private' in settings) {
        await sql`update profiles set is_private = true where user_id = ${owner.id}`;
      } else {
        await sql`update voice_drops set ${sql(columns)} where id = ${id}`;
      }
      expect(await today()).toEqual(before);
    },
  );

  it('does not count a deleted drop and its plays', async () => {
    const before = await today();
    const { id, owner } = await make.drop();
    await queryAs(owner)`select add_play(${id})`;
    await sql`delete from voice_drops where id = ${id}`;
    expect(await today()).toEqual(before);
  });

  it('covers no more than a day', async () => {
    const before = await today('2000-01-01T00:00:00Z');
    await make.drop({ created_at: hoursAgo(26) });
    expect(await today('2000-01-01T00:00:00Z')).toEqual(before);
  });
});
