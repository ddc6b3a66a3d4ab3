import { describe, expect, it } from 'vitest';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const counts = async (person: Person, persona: Persona = person) => {
  const [row] = await queryAs(persona)`
    select drop_count::int as drops, follower_count::int as followers,
      following_count::int as following, like_count::int as likes
    from profile_counts where user_id = ${person.id}`;
  return row;
};

it('a new profile has zero counts', async () => {
  const person = await make.person();
  expect(await counts(person)).toEqual({ drops: 0, followers: 0, following: 0, likes: 0 });
});

it('follows are counted on both sides, and subtracted when they end', async () => {
  const [one, other] = await make.people(2);
  await make.follow(one, other);
  expect(await counts(one)).toMatchObject({ following: 1, followers: 0 });
  expect(await counts(other)).toMatchObject({ following: 0, followers: 1 });
  await make.block(other, one);
  expect(await counts(one)).toMatchObject({ following: 0 });
  expect(await counts(other)).toMatchObject({ followers: 0 });
});

it('public drops are counted, and no others', async () => {
  const owner = await make.person();
  await make.drop({}, owner);
  await make.drop({ privacy_level: 'private' }, owner);
  const drop = await make.drop({ privacy_level: 'followers' }, owner);
  expect(await counts(owner)).toMatchObject({ drops: 1 });
  const openTo = (level: string) =>
    queryAs(owner)`update voice_drops set privacy_level = ${level} where id = ${drop.id}`;
  await openTo('public');
  expect(await counts(owner)).toMatchObject({ drops: 2 });
  await openTo('private');
  expect(await counts(owner)).toMatchObject({ drops: 1 });
});

it('drops that are hidden because of reports are not counted', async () => {
  const drop = await make.drop();
  await sql`update voice_drops set is_flagged = true where id = ${drop.id}`;
  expect(await counts(drop.owner)).toMatchObject({ drops: 0 });
  await sql`update voice_drops set is_flagged = false where id = ${drop.id}`;
  expect(await counts(drop.owner)).toMatchObject({ drops: 1 });
});

it('likes are counted while their drop is public, and not otherwise', async () => {
  const drop = await make.drop({ privacy_level: 'private' });
  await make.like(drop.owner, drop);
  expect(await counts(drop.owner, 'visitor')).toMatchObject({ likes: 0, drops: 0 });
  const openTo = (level: string) =>
    queryAs(drop.owner)`update voice_drops set privacy_level = ${level} where id = ${drop.id}`;
  const flag = (flagged: boolean) =>
    sql`update public.voice_drops set is_flagged = ${flagged} where id = ${drop.id}`;
  await openTo('public');
  await make.like(await make.person(), drop);
  expect(await counts(drop.owner, 'visitor')).toMatchObject({ likes: 2, drops: 1 });
  await openTo('followers');
  const follower = await make.person();
  await make.follow(follower, drop.owner);
  await make.like(follower, drop);
  expect(await counts(drop.owner, 'visitor')).toMatchObject({ likes: 0, drops: 0 });
  await openTo('public');
  expect(await counts(drop.owner, 'visitor')).toMatchObject({ likes: 3, drops: 1 });
  await flag(true);
  await queryAs(follower)`delete from voice_drop_likes where true`;
  expect(await counts(drop.owner, 'visitor')).toMatchObject({ likes: 0, drops: 0 });
  await flag(false);
  expect(await counts(drop.owner, 'visitor')).toMatchObject({ likes: 2, drops: 1 });
  await openTo('private');
  await sql`delete from public.voice_drops where id = ${drop.id}`;
  expect(await counts(drop.owner, 'visitor')).toMatchObject({ likes: 0, drops: 0 });
});

it('likes are counted for the drop’s owner, and subtracted when the drop is deleted', async () => {
  const drop = await make.drop();
  await make.like(await make.person(), drop);
  await make.like(await make.person(), drop);
  expect(await counts(drop.owner)).toMatchObject({ likes: 2, drops: 1 });
  await queryAs(drop.owner)`delete from voice_drops where id = ${drop.id}`;
  expect(await counts(drop.owner)).toMatchObject({ likes: 0, drops: 0 });
});

describe('the counts of a profile', () => {
  it('are visible to everyone if the account is open', async () => {
    const person = await make.person();
    expect(await counts(person, 'visitor')).toBeDefined();
    expect(await counts(person, await make.person())).toBeDefined();
  });

  it('are visible only to followers if the account is private', async () => {
    const person = await make.person({ is_private: true });
    const follower = await make.person();
    await make.follow(follower, person);
    expect(await counts(person, 'visitor')).toBeUndefined();
    expect(await counts(person, await make.person())).toBeUndefined();
    expect(await counts(person, follower)).toBeDefined();
    expect(await counts(person)).toBeDefined();
  });

  it('are not visible across a block', async () => {
    const [one, other] = await make.people(2);
    await make.block(one, other);
    expect(await counts(one, other)).toBeUndefined();
    expect(await counts(other, one)).toBeUndefined();
  });
});
