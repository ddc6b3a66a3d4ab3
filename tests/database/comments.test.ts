import { describe, expect, it } from 'vitest';
import type { Comment, Drop } from './support/factories.ts';
import { breaksCheck, breaksReference, errorOf, refused } from './support/persona.ts';
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
  it('a comment in another’s name is refused, and does not reveal that person’s blocks', async () => {
    const replyTo = await make.comment();
    const [author, third] = await make.people(2);
    const commentAsThird = () => errorOf(comment(third, replyTo.drop, { author, replyTo }));
    const before = await commentAsThird();
    expect(before).toMatchObject(refused);
    await make.block(author, replyTo.author);
    expect(await commentAsThird()).toEqual(before);
  });

  it('a signed-in person comments, and the text is trimmed', async () => {
    const drop = await make.drop();
    const author = await make.person();
    const [row] = await comment(author, drop, { author, content: '\n So true \t' });
    expect(row?.content).toBe('So true');
  });

  it.each(['', '  \n\t '])('an account cannot comment %j', async (content) => {
    const [drop, author] = [await make.drop(), await make.person()];
    await expect(comment(author, drop, { author, content })).rejects.toMatchObject(breaksCheck);
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

  it.each<[string, (author: Person, parent: Comment) => Promise<unknown>]>([
    [
      'on another drop',
      async (author, replyTo) => comment(author, await make.drop(), { author, replyTo }),
    ],
    [
      'across a block',
      async (author, replyTo) => {
        await make.block(replyTo.author, author);
        return comment(author, replyTo.drop, { author, replyTo });
      },
    ],
  ])('a comment %s cannot be replied to', async (_where, reply) => {
    const [author, parent] = [await make.person(), await make.comment()];
    await expect(reply(author, parent)).rejects.toMatchObject(breaksReference);
  });
});

it('the two people of a block do not see each other’s comments', async () => {
  const drop = await make.drop();
  const one = await make.comment({ on: drop });
  const other = await make.comment({ on: drop });
  await make.block(one.author, other.author);
  expect(await seenBy(one.author, drop)).toEqual([one.id]);
  expect(await seenBy(other.author, drop)).toEqual([other.id]);
});

it('a comment is deleted by its author or by the drop’s owner', async () => {
  const drop = await make.drop();
  const one = await make.comment({ on: drop });
  const other = await make.comment({ on: drop });
  const remove = (person: Person, { id }: Comment) =>
    queryAs(person)`delete from voice_drop_comments where id = ${id}`;
  expect((await remove(one.author, one)).count).toBe(1);
  expect((await remove(drop.owner, other)).count).toBe(1);
});

describe('an author whose comment is on a drop that they cannot see any more', () => {
  const hide = {
    'because the owner has blocked them': ({ author, drop }: Comment) =>
      make.block(drop.owner, author),
    'because it is private': ({ drop }: Comment) =>
      sql`update voice_drops set privacy_level = 'private' where id = ${drop.id}`,
    'because its account is private': ({ drop }: Comment) =>
      sql`update profiles set is_private = true where user_id = ${drop.owner.id}`,
    'because it is flagged': ({ drop }: Comment) =>
      sql`update voice_drops set is_flagged = true where id = ${drop.id}`,
  };

  it.each(Object.entries(hide))(
    'deletes the comment, and reads nothing else: %s',
    async (_why, hideDrop) => {
      const drop = await make.drop();
      const mine = await make.comment({ on: drop });
      const others = await make.comment({ on: drop });
      await hideDrop(mine);
      expect(await seenBy(mine.author, drop)).toEqual([mine.id]);
      const drops = await queryAs(mine.author)`select from voice_drops where id = ${drop.id}`;
      expect(drops).toHaveLength(0);
      const write = comment(mine.author, drop, { author: mine.author, replyTo: mine });
      await expect(write).rejects.toMatchObject(refused);
      const like = queryAs(mine.author)`
      insert into voice_drop_comment_likes (comment_id, user_id) values (${mine.id}, ${mine.author.id})`;
      await expect(like).rejects.toMatchObject(refused);
      const remove = (id: string) =>
        queryAs(mine.author)`delete from voice_drop_comments where id = ${id} returning id`;
      expect(await remove(others.id)).toEqual([]);
      expect(await remove(mine.id)).toEqual([{ id: mine.id }]);
    },
  );
});

it('a drop counts comments and replies, and its number falls by the whole thread when that is deleted', async () => {
  const count = async ({ id }: Drop) => {
    const [row] = await queryAs('visitor')`
      select voice_drops.comment_count::int from voice_drops where id = ${id}`;
    return row?.comment_count;
  };
  const drop = await make.drop();
  const thread = await make.comment({ on: drop });
  await make.comment({ replyTo: thread });
  await make.comment({ on: drop });
  expect(await count(drop)).toBe(3);
  await sql`delete from voice_drop_comments where id = ${thread.id}`;
  expect(await count(drop)).toBe(1);
});
