import { describe, expect, it } from 'vitest';
import type { Comment, Drop } from './support/factories.ts';
import { alreadyThere, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

describe.each([
  { act: 'like', table: 'voice_drop_likes', column: 'voice_drop_id' },
  { act: 'bookmark', table: 'bookmarks', column: 'voice_drop_id' },
  { act: 'like of a comment', table: 'voice_drop_comment_likes', column: 'comment_id' },
])('a $act', ({ table, column }) => {
  const target = () => (column === 'comment_id' ? make.comment() : make.drop());
  const ownerOf = (of: Comment | Drop) => ('author' in of ? of.author : of.owner);
  const add = (persona: Persona, { id }: Person, to: Comment | Drop) =>
    queryAs(persona)`insert into ${sql(table)} ${sql({ user_id: id, [column]: to.id })}`;
  const remove = (person: Person) => queryAs(person)`delete from ${sql(table)} where true`;
  const seenBy = (persona: Persona) => queryAs(persona)`select user_id from ${sql(table)}`;

  it('is added once by a signed-in person, also to their own drops and comments', async () => {
    const [liked, person] = [await target(), await make.person()];
    expect((await add(person, person, liked)).count).toBe(1);
    expect((await add(ownerOf(liked), ownerOf(liked), liked)).count).toBe(1);
    await expect(add(person, person, liked)).rejects.toMatchObject(alreadyThere);
  });

  it('cannot be added in another’s name', async () => {
    const [liked, person] = [await target(), await make.person()];
    await expect(add(person, ownerOf(liked), liked)).rejects.toMatchObject(refused);
  });

  it('cannot be added across a block with the owner', async () => {
    const liked = await target();
    const [blocker, blocked] = await make.people(2);
    await make.block(blocker, ownerOf(liked));
    await make.block(ownerOf(liked), blocked);
    await expect(add(blocker, blocker, liked)).rejects.toMatchObject(refused);
    await expect(add(blocked, blocked, liked)).rejects.toMatchObject(refused);
  });

  it('can be seen and deleted only by the person who added it', async () => {
    const [liked, person] = [await target(), await make.person()];
    await add(person, person, liked);
    expect([...(await seenBy(person))]).toEqual([{ user_id: person.id }]);
    expect(await seenBy(ownerOf(liked))).toHaveLength(0);
    expect(await seenBy('visitor')).toHaveLength(0);
    expect((await remove(ownerOf(liked))).count).toBe(0);
    expect((await remove(person)).count).toBe(1);
  });
});

it.each([
  { liked: 'drop', count: 'voice_drops.like_count', from: 'voice_drops' },
  { liked: 'comment', count: 'like_count', from: 'voice_drop_comments' },
])('a $liked shows visitors its number of likes', async ({ liked, count, from }) => {
  const [one, other] = await make.people(2);
  const comment = await make.comment();
  const { id } = liked === 'drop' ? comment.drop : comment;
  const likes = async () => {
    const [row] = await queryAs<{ likes: number }[]>('visitor')`
      select ${sql.unsafe(count)}::int as likes from ${sql(from)} where id = ${id}`;
    return row?.likes;
  };
  const like = (person: Person) =>
    liked === 'drop' ? make.like(person, comment.drop) : make.commentLike(person, comment);
  await like(one);
  await like(other);
  expect(await likes()).toBe(2);
  await queryAs(one)`delete from voice_drop_likes where true`;
  await queryAs(one)`delete from voice_drop_comment_likes where true`;
  expect(await likes()).toBe(1);
  await sql`delete from auth.users where id = ${other.id}`;
  expect(await likes()).toBe(0);
});
