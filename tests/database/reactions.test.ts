import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { alreadyThere, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

describe.each([
  { act: 'like', table: 'voice_drop_likes' },
  { act: 'bookmark', table: 'bookmarks' },
])('a $act', ({ table }) => {
  const add = (persona: Persona, person: Person, drop: Drop) =>
    database.as(
      persona,
      (sql) => sql`
        insert into ${sql(table)} ${sql({ user_id: person.id, voice_drop_id: drop.id })}`,
    );
  const take = (persona: Persona) =>
    database.as(persona, (sql) => sql`delete from ${sql(table)} where true`);
  const seenBy = (persona: Persona) =>
    database.as(persona, (sql) => sql`select user_id, voice_drop_id from ${sql(table)}`);

  it('is added once by a signed-in person, also on own drops', async () => {
    const drop = await database.make.drop();
    const person = await database.make.person();
    expect((await add(person, person, drop)).count).toBe(1);
    expect((await add(drop.owner, drop.owner, drop)).count).toBe(1);
    await expect(add(person, person, drop)).rejects.toMatchObject(alreadyThere);
  });

  it('cannot be added by a visitor', async () => {
    const drop = await database.make.drop();
    await expect(add('visitor', drop.owner, drop)).rejects.toMatchObject(refused);
  });

  it('cannot be added in another’s name', async () => {
    const drop = await database.make.drop();
    const person = await database.make.person();
    await expect(add(person, drop.owner, drop)).rejects.toMatchObject(refused);
  });

  it('cannot be added to a drop that the person cannot see', async () => {
    const secret = await database.make.drop({ privacy_level: 'private' });
    const person = await database.make.person();
    await expect(add(person, person, secret)).rejects.toMatchObject(refused);
  });

  it.each(['blocker', 'blocked'])('cannot be added across a block, by the %s', async (side) => {
    const drop = await database.make.drop();
    const person = await database.make.person();
    await (side === 'blocker'
      ? database.make.block(person, drop.owner)
      : database.make.block(drop.owner, person));
    await expect(add(person, person, drop)).rejects.toMatchObject(refused);
  });

  it('is visible only to the person who added it', async () => {
    const drop = await database.make.drop();
    const person = await database.make.person();
    await add(person, person, drop);
    expect([...(await seenBy(person))]).toEqual([{ user_id: person.id, voice_drop_id: drop.id }]);
    expect(await seenBy(drop.owner)).toHaveLength(0);
    expect(await seenBy('visitor')).toHaveLength(0);
  });

  it('can be deleted only by the person who added it', async () => {
    const drop = await database.make.drop();
    const person = await database.make.person();
    await add(person, person, drop);
    expect((await take(drop.owner)).count).toBe(0);
    await expect(take('visitor')).rejects.toMatchObject(refused);
    expect((await take(person)).count).toBe(1);
  });
});

describe('the number of likes', () => {
  const count = async (drop: Drop, persona: Persona = 'visitor') => {
    const [row] = await database.as(
      persona,
      (sql) => sql`select voice_drops.like_count::int from voice_drops where id = ${drop.id}`,
    );
    return row?.like_count;
  };

  it('is visible to visitors, and changes with the likes', async () => {
    const drop = await database.make.drop();
    const [one, other] = [await database.make.person(), await database.make.person()];
    await database.make.like(one, drop);
    await database.make.like(other, drop);
    expect(await count(drop)).toBe(2);
    await database.as(one, (sql) => sql`delete from voice_drop_likes where user_id = ${one.id}`);
    expect(await count(drop)).toBe(1);
  });

  it('drops when an account is deleted', async () => {
    const drop = await database.make.drop();
    const fan = await database.make.person();
    await database.make.like(fan, drop);
    await database.sql`delete from auth.users where id = ${fan.id}`;
    expect(await count(drop)).toBe(0);
  });
});
