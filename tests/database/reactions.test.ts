import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { alreadyThere, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

describe.each([
  { act: 'like', table: 'voice_drop_likes' },
  { act: 'bookmark', table: 'bookmarks' },
])('a $act', ({ table }) => {
  const add = (persona: Persona, person: Person, drop: Drop) =>
    queryAs(persona)`
      insert into ${sql(table)} ${sql({ user_id: person.id, voice_drop_id: drop.id })}`;
  const take = (persona: Persona) => queryAs(persona)`delete from ${sql(table)} where true`;
  const seenBy = (persona: Persona) =>
    queryAs(persona)`select user_id, voice_drop_id from ${sql(table)}`;

  it('is added once by a signed-in person, also on own drops', async () => {
    const drop = await make.drop();
    const person = await make.person();
    expect((await add(person, person, drop)).count).toBe(1);
    expect((await add(drop.owner, drop.owner, drop)).count).toBe(1);
    await expect(add(person, person, drop)).rejects.toMatchObject(alreadyThere);
  });

  it('cannot be added by a visitor', async () => {
    const drop = await make.drop();
    await expect(add('visitor', drop.owner, drop)).rejects.toMatchObject(refused);
  });

  it('cannot be added in another’s name', async () => {
    const drop = await make.drop();
    const person = await make.person();
    await expect(add(person, drop.owner, drop)).rejects.toMatchObject(refused);
  });

  it('cannot be added to a drop that the person cannot see', async () => {
    const secret = await make.drop({ privacy_level: 'private' });
    const person = await make.person();
    await expect(add(person, person, secret)).rejects.toMatchObject(refused);
  });

  it.each(['blocker', 'blocked'])('cannot be added across a block, by the %s', async (side) => {
    const drop = await make.drop();
    const person = await make.person();
    await (side === 'blocker' ? make.block(person, drop.owner) : make.block(drop.owner, person));
    await expect(add(person, person, drop)).rejects.toMatchObject(refused);
  });

  it('is visible only to the person who added it', async () => {
    const drop = await make.drop();
    const person = await make.person();
    await add(person, person, drop);
    expect([...(await seenBy(person))]).toEqual([{ user_id: person.id, voice_drop_id: drop.id }]);
    expect(await seenBy(drop.owner)).toHaveLength(0);
    expect(await seenBy('visitor')).toHaveLength(0);
  });

  it('can be deleted only by the person who added it', async () => {
    const drop = await make.drop();
    const person = await make.person();
    await add(person, person, drop);
    expect((await take(drop.owner)).count).toBe(0);
    await expect(take('visitor')).rejects.toMatchObject(refused);
    expect((await take(person)).count).toBe(1);
  });
});

describe('the number of likes', () => {
  const count = async (drop: Drop, persona: Persona = 'visitor') => {
    const [row] = await queryAs(
      persona,
    )`select voice_drops.like_count::int from voice_drops where id = ${drop.id}`;
    return row?.like_count;
  };

  it('is visible to visitors, and changes with the likes', async () => {
    const drop = await make.drop();
    const [one, other] = await make.people(2);
    await make.like(one, drop);
    await make.like(other, drop);
    expect(await count(drop)).toBe(2);
    await queryAs(one)`delete from voice_drop_likes where user_id = ${one.id}`;
    expect(await count(drop)).toBe(1);
  });

  it('drops when an account is deleted', async () => {
    const drop = await make.drop();
    const fan = await make.person();
    await make.like(fan, drop);
    await sql`delete from auth.users where id = ${fan.id}`;
    expect(await count(drop)).toBe(0);
  });
});
