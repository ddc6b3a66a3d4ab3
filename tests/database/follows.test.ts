import { describe, expect, it } from 'vitest';
import { alreadyThere, breaksCheck, refused } from './support/persona.ts';
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
  it('a person follows another, private accounts included', async () => {
    const person = await make.person();
    const account = await make.person({ is_private: true });
    expect((await follow(person, person, account)).count).toBe(1);
  });

  it('a visitor cannot follow', async () => {
    const [one, other] = await make.people(2);
    await expect(follow('visitor', one, other)).rejects.toMatchObject(refused);
  });

  it('a person cannot follow themselves', async () => {
    const person = await make.person();
    await expect(follow(person, person, person)).rejects.toMatchObject(breaksCheck);
  });

  it('a person cannot follow in another’s name', async () => {
    const [one, other] = await make.people(2);
    await expect(follow(one, other, one)).rejects.toMatchObject(refused);
  });

  it('a follow in another’s name does not reveal a block between the two', async () => {
    const [one, other, third] = await make.people(3);
    const answer = () =>
      follow(third, one, other).then(
        () => 'done',
        (error: Error) => error.message,
      );
    const before = await answer();
    await make.block(other, one);
    expect(await answer()).toBe(before);
  });

  it('a person follows another once', async () => {
    const [one, other] = await make.people(2);
    await follow(one, one, other);
    await expect(follow(one, one, other)).rejects.toMatchObject(alreadyThere);
  });

  it('neither side of a block follows the other', async () => {
    const [blocker, blocked] = await make.people(2);
    await make.block(blocker, blocked);
    await expect(follow(blocked, blocked, blocker)).rejects.toMatchObject(refused);
    await expect(follow(blocker, blocker, blocked)).rejects.toMatchObject(refused);
  });

  it('a blocked person’s follow is refused without naming the block', async () => {
    const [blocker, blocked] = await make.people(2);
    await make.block(blocker, blocked);
    await expect(follow(blocked, blocked, blocker)).rejects.toThrow(/^new row violates row-level/);
  });
});

describe('ending a follow', () => {
  const end = (persona: Persona, follower: Person) =>
    queryAs(persona)`delete from follows where follower_id = ${follower.id}`;

  it('the follower ends it', async () => {
    const [one, other] = await make.people(2);
    await make.follow(one, other);
    expect((await end(one, one)).count).toBe(1);
  });

  it('a followed person removes a follower', async () => {
    const [one, other] = await make.people(2);
    await make.follow(one, other);
    expect((await end(other, one)).count).toBe(1);
  });

  it('a third person cannot end a follow', async () => {
    const [one, other] = await make.people(2);
    await make.follow(one, other);
    expect((await end(await make.person(), one)).count).toBe(0);
    await expect(end('visitor', one)).rejects.toMatchObject(refused);
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
