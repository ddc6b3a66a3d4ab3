import { describe, expect, it } from 'vitest';
import { alreadyThere, breaksCheck, errorOf, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const follow = (persona: Persona, follower: Person, following: Person) =>
  queryAs(persona)`
    insert into follows (follower_id, following_id) values (${follower.id}, ${following.id})`;

const sees = async (persona: Persona, follower: Person, following: Person) => {
  const rows = await queryAs(persona)`
    select id from follows
    where follower_id = ${follower.id} and following_id = ${following.id}`;
  return rows.length === 1;
};

describe('following', () => {
  it('a person follows another', async () => {
    const [person, account] = await make.people(2);
    expect((await follow(person, person, account)).count).toBe(1);
  });

  it('a person cannot follow themselves, or another person twice', async () => {
    const [one, other] = await make.people(2);
    await expect(follow(one, one, one)).rejects.toMatchObject(breaksCheck);
    await follow(one, one, other);
    await expect(follow(one, one, other)).rejects.toMatchObject(alreadyThere);
  });

  it('a follow in another’s name is refused, and does not reveal a block between the two', async () => {
    const [one, other, third] = await make.people(3);
    const before = await errorOf(follow(third, one, other));
    expect(before).toMatchObject(refused);
    await make.block(other, one);
    expect(await errorOf(follow(third, one, other))).toEqual(before);
  });

  it('neither side of a block follows the other, and the error does not name the block', async () => {
    const [blocker, blocked] = await make.people(2);
    await make.block(blocker, blocked);
    const message = expect.stringMatching(/^new row violates row-level/);
    await expect(follow(blocked, blocked, blocker)).rejects.toMatchObject({ ...refused, message });
    await expect(follow(blocker, blocker, blocked)).rejects.toMatchObject({ ...refused, message });
  });
});

describe('ending a follow', () => {
  const end = (person: Person, follower: Person) =>
    queryAs(person)`delete from follows where follower_id = ${follower.id}`;

  it.each([
    ['the follower', 0],
    ['the followed person', 1],
  ])('%s ends it', async (_who, index) => {
    const people = await make.people(2);
    await make.follow(...people);
    expect((await end(people[index]!, people[0])).count).toBe(1);
  });

  it('a block ends the follows both ways', async () => {
    const [one, other] = await make.people(2);
    await make.follow(one, other);
    await make.follow(other, one);
    await queryAs(one)`insert into blocks (blocker_id, blocked_id) values (${one.id}, ${other.id})`;
    const rows = await sql`select id from follows where ${one.id} in (follower_id, following_id)`;
    expect(rows).toHaveLength(0);
  });
});

describe('the visibility of a follow', () => {
  it('includes everyone if both accounts are open', async () => {
    const [one, other] = await make.people(2);
    await make.follow(one, other);
    expect(await sees('visitor', one, other)).toBe(true);
    expect(await sees(await make.person(), one, other)).toBe(true);
  });

  it.each(['follower', 'following'])(
    'includes only both people and followers of the private one if the %s is private',
    async (which) => {
      const hidden = await make.person({ is_private: true });
      const [open, fan] = await make.people(2);
      const pair: [Person, Person] = which === 'follower' ? [hidden, open] : [open, hidden];
      await make.follow(...pair);
      await make.follow(fan, hidden);
      expect(await sees('visitor', ...pair)).toBe(false);
      expect(await sees(await make.person(), ...pair)).toBe(false);
      expect(await sees(fan, ...pair)).toBe(true);
      expect(await sees(hidden, ...pair)).toBe(true);
      expect(await sees(open, ...pair)).toBe(true);
    },
  );

  it('excludes people who have a block with either of the two', async () => {
    const [one, other] = await make.people(2);
    const blocked = await make.person();
    await make.follow(one, other);
    await make.block(one, blocked);
    expect(await sees(blocked, one, other)).toBe(false);
  });
});
