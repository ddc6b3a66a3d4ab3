import { describe, expect, it } from 'vitest';
import type { Comment, Drop } from './support/factories.ts';
import { alreadyThere, breaksCheck, breaksReference, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const comment = (
  persona: Persona,
  on: Drop,
  { author, content = 'So true', replyTo }: { author: Person; content?: string; replyTo?: Comment },
) =>
  queryAs(persona)`
    insert into voice_drop_comments (voice_drop_id, user_id, content, parent_comment_id)
    values (${on.id}, ${author.id}, ${content}, ${replyTo?.id ?? null})
    returning id, content, parent_comment_id`;

const seenBy = async (persona: Persona, drop: Drop) => {
  const rows = await queryAs<{ id: string }[]>(persona)`
    select id from voice_drop_comments where voice_drop_id = ${drop.id}`;
  return rows.map(({ id }) => id);
};

describe('commenting', () => {
  it('a comment in another’s name does not reveal that person’s blocks', async () => {
    const replyTo = await make.comment();
    const [author, third] = await make.people(2);
    const answer = () =>
      comment(third, replyTo.drop, { author, replyTo }).then(
        () => 'done',
        (error: Error) => error.message,
      );
    const before = await answer();
    await make.block(author, replyTo.author);
    expect(await answer()).toBe(before);
  });

  it('a signed-in person comments, and the text is trimmed', async () => {
    const drop = await make.drop();
    const author = await make.person();
    const [row] = await comment(author, drop, { author, content: '\n So true \t' });
    expect(row?.content).toBe('So true');
  });

  it.each(['', '  \n\t '])('an account cannot comment %j', async (content) => {
    const drop = await make.drop();
    const author = await make.person();
    await expect(comment(author, drop, { author, content })).rejects.toMatchObject(breaksCheck);
  });

  it('a visitor cannot comment', async () => {
    const drop = await make.drop();
    await expect(comment('visitor', drop, { author: drop.owner })).rejects.toMatchObject(refused);
  });

  it('a person cannot comment in another’s name', async () => {
    const drop = await make.drop();
    const person = await make.person();
    await expect(comment(person, drop, { author: drop.owner })).rejects.toMatchObject(refused);
  });

  it('a person cannot comment on a drop that they cannot see', async () => {
    const secret = await make.drop({ privacy_level: 'private' });
    const author = await make.person();
    await expect(comment(author, secret, { author })).rejects.toMatchObject(refused);
  });

  it('a person cannot comment across a block', async () => {
    const drop = await make.drop();
    const [blocked, blocker] = await make.people(2);
    await make.block(drop.owner, blocked);
    await make.block(blocker, drop.owner);
    await expect(comment(blocked, drop, { author: blocked })).rejects.toMatchObject(refused);
    await expect(comment(blocker, drop, { author: blocker })).rejects.toMatchObject(refused);
  });

  it('a comment cannot be changed', async () => {
    const { author } = await make.comment();
    await expect(
      queryAs(author)`update voice_drop_comments set content = 'x'`,
    ).rejects.toMatchObject(refused);
  });
});

describe('replying', () => {
  it('a reply belongs to the comment’s thread', async () => {
    const parent = await make.comment();
    const author = await make.person();
    const [row] = await comment(author, parent.drop, { author, replyTo: parent });
    expect(row?.parent_comment_id).toBe(parent.id);
  });

  it('a reply to a reply joins the thread of that reply', async () => {
    const parent = await make.comment();
    const reply = await make.comment({ replyTo: parent });
    const author = await make.person();
    const [row] = await comment(author, parent.drop, { author, replyTo: reply });
    expect(row?.parent_comment_id).toBe(parent.id);
  });

  it('a comment on another drop cannot be replied to', async () => {
    const elsewhere = await make.comment();
    const drop = await make.drop();
    const author = await make.person();
    await expect(comment(author, drop, { author, replyTo: elsewhere })).rejects.toMatchObject(
      breaksReference,
    );
  });

  it('a comment across a block cannot be replied to', async () => {
    const parent = await make.comment();
    const author = await make.person();
    await make.block(parent.author, author);
    await expect(comment(author, parent.drop, { author, replyTo: parent })).rejects.toMatchObject(
      breaksReference,
    );
  });
});

describe('the visibility of comments', () => {
  it('includes everyone who can see the drop, visitors included', async () => {
    const { id, drop } = await make.comment();
    expect(await seenBy('visitor', drop)).toEqual([id]);
    expect(await seenBy(await make.person(), drop)).toEqual([id]);
  });

  it('excludes everyone who cannot see the drop', async () => {
    const drop = await make.drop({ privacy_level: 'private' });
    const { id } = await make.comment({ on: drop });
    expect(await seenBy('visitor', drop)).toEqual([]);
    expect(await seenBy(await make.person(), drop)).toEqual([]);
    expect(await seenBy(drop.owner, drop)).toEqual([id]);
  });

  it('excludes both people of a block from each other’s comments', async () => {
    const drop = await make.drop();
    const one = await make.comment({ on: drop });
    const other = await make.comment({ on: drop });
    await make.block(one.author, other.author);
    expect(await seenBy(one.author, drop)).toEqual([one.id]);
    expect(await seenBy(other.author, drop)).toEqual([other.id]);
  });
});

describe('deleting comments', () => {
  const remove = (persona: Persona, { id }: Comment) =>
    queryAs(persona)`delete from voice_drop_comments where id = ${id}`;

  it('the comment’s author and the drop’s owner delete it', async () => {
    const drop = await make.drop();
    const one = await make.comment({ on: drop });
    const other = await make.comment({ on: drop });
    expect((await remove(one.author, one)).count).toBe(1);
    expect((await remove(drop.owner, other)).count).toBe(1);
  });

  it('other people cannot delete it', async () => {
    const one = await make.comment();
    expect((await remove(await make.person(), one)).count).toBe(0);
    await expect(remove('visitor', one)).rejects.toMatchObject(refused);
  });
});

describe('the number of comments', () => {
  const count = async (drop: Drop) => {
    const [row] = await queryAs(
      'visitor',
    )`select voice_drops.comment_count::int from voice_drops where id = ${drop.id}`;
    return row?.comment_count;
  };

  it('counts comments and replies, and falls by the whole thread when that is deleted', async () => {
    const drop = await make.drop();
    const thread = await make.comment({ on: drop });
    await make.comment({ replyTo: thread });
    await make.comment({ on: drop });
    expect(await count(drop)).toBe(3);
    await sql`delete from voice_drop_comments where id = ${thread.id}`;
    expect(await count(drop)).toBe(1);
  });
});

describe('likes on comments', () => {
  const like = (persona: Persona, person: Person, { id }: Comment) =>
    queryAs(persona)`
      insert into voice_drop_comment_likes (comment_id, user_id) values (${id}, ${person.id})`;
  const count = async ({ id }: Comment) => {
    const [row] = await queryAs(
      'visitor',
    )`select like_count::int from voice_drop_comments where id = ${id}`;
    return row?.like_count;
  };

  it('a signed-in person likes a comment once, and unlikes it', async () => {
    const liked = await make.comment();
    const person = await make.person();
    await like(person, person, liked);
    await expect(like(person, person, liked)).rejects.toMatchObject(alreadyThere);
    expect(await count(liked)).toBe(1);
    await queryAs(person)`delete from voice_drop_comment_likes where comment_id = ${liked.id}`;
    expect(await count(liked)).toBe(0);
  });

  it('a visitor cannot like, and a person cannot in another’s name or across a block', async () => {
    const liked = await make.comment();
    const [person, blocked] = await make.people(2);
    await make.block(liked.author, blocked);
    await expect(like('visitor', person, liked)).rejects.toMatchObject(refused);
    await expect(like(person, blocked, liked)).rejects.toMatchObject(refused);
    await expect(like(blocked, blocked, liked)).rejects.toMatchObject(refused);
  });

  it('each person reads only their own likes', async () => {
    const liked = await make.comment();
    const person = await make.person();
    await like(person, person, liked);
    const likes = (persona: Persona) =>
      queryAs(persona)`select user_id from voice_drop_comment_likes`;
    expect([...(await likes(person))]).toEqual([{ user_id: person.id }]);
    expect(await likes(liked.author)).toHaveLength(0);
    expect(await likes('visitor')).toHaveLength(0);
  });

  it('a person cannot delete another’s like', async () => {
    const liked = await make.comment();
    const person = await make.person();
    await like(person, person, liked);
    const result = await queryAs(
      liked.author,
    )`delete from voice_drop_comment_likes where comment_id = ${liked.id}`;
    expect(result.count).toBe(0);
  });
});
