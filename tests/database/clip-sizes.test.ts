import { expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import type { Persona } from './support/persona.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

/** The size of a drop's file that a persona reads through a row that they could have made up. */
const sizeOf = async (persona: Persona, { path }: Drop): Promise<number | null> => {
  const [row] = await queryAs<{ size: number | null }[]>(persona)`
    select audio_size(made_up)::int as size
    from jsonb_populate_record(null::voice_drops, ${sql.json({ audio_path: path })}) as made_up`;
  return row?.size ?? null;
};

it.each([
  ['public', ['visitor', 'owner', 'other', 'follower']],
  ['followers', ['owner', 'follower']],
  ['private', ['owner']],
])('the size of a %s drop’s file is returned to people who can see it', async (level, expected) => {
  const drop = await make.drop({ privacy_level: level });
  const people = await peopleAround(make, drop);
  const readers = await namesWhere(
    people,
    async (persona) => (await sizeOf(persona, drop)) === 1000,
  );
  expect(readers).toEqual(expected);
});
