import { expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import type { Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

/** What a persona is told of the size of a drop's file, in a row that they could also make up. */
const sizeOf = async (persona: Persona, { path }: Drop): Promise<number | null> => {
  const [row] = await database.as(
    persona,
    (sql) => sql<{ size: number | null }[]>`
      select audio_size(made_up)::int as size
      from jsonb_populate_record(null::voice_drops, ${sql.json({ audio_path: path })}) as made_up`,
  );
  return row?.size ?? null;
};

it.each([
  ['public', 1000, 1000, 1000],
  ['followers', 1000, null, null],
  ['private', null, null, null],
])(
  'the size of a file of a %s drop is told to a follower (%s), another (%s) and a visitor (%s)',
  async (privacy_level, toFollower, toOther, toVisitor) => {
    const drop = await database.make.drop({ privacy_level });
    const [follower, other, blocked] = [
      await database.make.person(),
      await database.make.person(),
      await database.make.person(),
    ];
    await database.make.follow(follower, drop.owner);
    await database.make.block(drop.owner, blocked);
    expect(await sizeOf(drop.owner, drop)).toBe(1000);
    expect(await sizeOf(follower, drop)).toBe(toFollower);
    expect(await sizeOf(other, drop)).toBe(toOther);
    expect(await sizeOf('visitor', drop)).toBe(toVisitor);
    expect(await sizeOf(blocked, drop)).toBeNull();
  },
);
