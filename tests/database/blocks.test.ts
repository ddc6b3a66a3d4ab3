import { expect, it } from 'vitest';
import { alreadyThere, breaksCheck, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const block = (persona: Persona, blocker: Person, blocked: Person) =>
  queryAs(persona)`
    insert into blocks (blocker_id, blocked_id) values (${blocker.id}, ${blocked.id})`;

const blocksSeenBy = (persona: Persona) => queryAs(persona)`select blocked_id from blocks`;

it('a person blocks another, once', async () => {
  const [one, other] = await make.people(2);
  expect((await block(one, one, other)).count).toBe(1);
  await expect(block(one, one, other)).rejects.toMatchObject(alreadyThere);
});

it('two people block each other', async () => {
  const [one, other] = await make.people(2);
  await block(one, one, other);
  expect((await block(other, other, one)).count).toBe(1);
});

it('a person cannot block themselves or in another’s name', async () => {
  const [one, other] = await make.people(2);
  await expect(block(one, one, one)).rejects.toMatchObject(breaksCheck);
  await expect(block(one, other, one)).rejects.toMatchObject(refused);
});

it('a block can be read only by the blocker', async () => {
  const [blocker, blocked] = await make.people(2);
  await make.block(blocker, blocked);
  expect([...(await blocksSeenBy(blocker))]).toEqual([{ blocked_id: blocked.id }]);
  expect(await blocksSeenBy(blocked)).toHaveLength(0);
  expect(await blocksSeenBy(await make.person())).toHaveLength(0);
});

it('the blocker lists the names of those blocked', async () => {
  const [blocker, blocked] = await make.people(2);
  await make.block(blocker, blocked);
  const rows = await queryAs(blocker)`
    select profiles.username from blocks join profiles on profiles.user_id = blocks.blocked_id`;
  expect([...rows]).toEqual([{ username: blocked.username }]);
});

it('a block can be deleted only by the blocker', async () => {
  const [blocker, blocked] = await make.people(2);
  await make.block(blocker, blocked);
  const unblock = (persona: Person) =>
    queryAs(persona)`delete from blocks where blocker_id = ${blocker.id}`;
  expect((await unblock(blocked)).count).toBe(0);
  expect((await unblock(blocker)).count).toBe(1);
});

it('a block deletes the notifications between the two, and no others', async () => {
  const drop = await make.drop();
  const [fan, friend] = await make.people(2);
  await make.like(fan, drop);
  await make.like(friend, drop);
  await block(drop.owner, drop.owner, fan);
  const rows = await sql`select actor_id from notifications where recipient_id = ${drop.owner.id}`;
  expect([...rows]).toEqual([{ actor_id: friend.id }]);
});
