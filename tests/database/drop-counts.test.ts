import { expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import type { Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

const counts = async ({ id }: Drop, persona: Persona = 'visitor') => {
  const [row] = await queryAs<{ plays: number; likes: number; comments: number }[]>(persona)`
    select voice_drops.play_count::int as plays, voice_drops.like_count::int as likes,
      voice_drops.comment_count::int as comments
    from voice_drops where id = ${id}`;
  return row;
};

const sentCounts = async ({ id }: Drop, persona: Persona) => {
  const [row] = await queryAs<{ plays: number; likes: number; comments: number }[]>(persona)`
    select play_count::int as plays, like_count::int as likes, comment_count::int as comments
    from live_drop_counts where voice_drop_id = ${id}`;
  return row;
};

/** Moves the time at which a drop's counts were last sent a second into the past. */
const waitASecond = ({ id }: Drop) => sql`
  update live_drop_counts set sent_at = sent_at - interval '1 second' where voice_drop_id = ${id}`;

const play = (drop: Drop) => queryAs('visitor')`select add_play(${drop.id})`;

it('a play, a like or a comment writes no row of voice_drops', async () => {
  const drop = await make.drop();
  const version = async () => {
    const [row] = await sql`select xmin::text, ctid::text from voice_drops where id = ${drop.id}`;
    return row;
  };
  const before = await version();
  await play(drop);
  await make.like(await make.person(), drop);
  await make.comment({ on: drop });
  expect(await counts(drop)).toEqual({ plays: 1, likes: 1, comments: 1 });
  expect(await version()).toEqual(before);
});

it('a new drop has counts of zero, and a deleted one leaves none', async () => {
  const drop = await make.drop();
  expect(await counts(drop)).toEqual({ plays: 0, likes: 0, comments: 0 });
  await play(drop);
  await sql`delete from voice_drops where id = ${drop.id}`;
  const left = await sql`
    select from private.voice_drop_counts where voice_drop_id = ${drop.id}
    union all
    select from live_drop_counts where voice_drop_id = ${drop.id}`;
  expect(left).toHaveLength(0);
});

it('counts are sent at once, and then at most once a second', async () => {
  const drop = await make.drop();
  expect(await sentCounts(drop, 'visitor')).toBeUndefined();
  await make.like(await make.person(), drop);
  await make.like(await make.person(), drop);
  expect(await sentCounts(drop, 'visitor')).toEqual({ plays: 0, likes: 1, comments: 0 });
  await waitASecond(drop);
  await play(drop);
  expect(await sentCounts(drop, 'visitor')).toEqual({ plays: 1, likes: 2, comments: 0 });
});
