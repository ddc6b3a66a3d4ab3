import { beforeEach, describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused } from './support/persona.ts';
import { createRanking, SECONDS } from './support/ranking.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { termsOf, personOf, made, play, letPass, addListening, listen, unlike, letDaysPass } =
  createRanking(database);

describe('the score of a drop', () => {
  let drop: Drop;
  beforeEach(async () => {
    drop = await made();
  });

  it('counts an account that played the drop to the end once', async () => {
    const listener = await personOf(30);
    expect(await listen(listener, drop, 'half')).toBe(true);
    expect(await termsOf(drop)).toEqual({});
    expect(await addListening(listener, drop, 'end')).toBe(true);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
    expect(await addListening(listener, drop, 'end')).toBe(false);
    expect(await addListening(listener, drop, 'half')).toBe(false);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  it('counts likes, comments and bookmarks, each once for an account', async () => {
    const fan = await personOf(30);
    await listen(fan, drop, 'end');
    await make.like(fan, drop);
    await make.comment({ on: drop, author: fan });
    await make.comment({ on: drop, author: fan });
    await make.bookmark(fan, drop);
    expect(await termsOf(drop)).toEqual({ listened: 1, liked: 1, commented: 1, bookmarked: 1 });
  });

  it('counts comments and bookmarks of accounts that have not played the drop', async () => {
    await make.comment({ on: drop, author: await personOf(30) });
    await make.bookmark(await personOf(30), drop);
    expect(await termsOf(drop)).toEqual({ commented: 1, bookmarked: 1 });
  });

  it('counts a like only of an account that has played at least half, before or afterwards', async () => {
    const [deaf, early, late] = [await personOf(30), await personOf(30), await personOf(30)];
    await make.like(deaf, drop);
    await play(early, drop);
    await make.like(early, drop);
    expect(await termsOf(drop)).toEqual({});
    await letPass(SECONDS);
    await addListening(early, drop, 'half');
    expect(await termsOf(drop)).toEqual({ liked: 1 });
    await listen(late, drop, 'half');
    await make.like(late, drop);
    expect(await termsOf(drop)).toEqual({ liked: 2 });
  });

  it('subtracts an act that is undone, and does not count a repeated one twice', async () => {
    const fan = await personOf(30);
    await listen(fan, drop, 'end');
    const again = async () => {
      await make.like(fan, drop);
      await unlike(fan, drop);
    };
    await again();
    await again();
    expect(await termsOf(drop)).toEqual({ listened: 1 });
    await make.like(fan, drop);
    expect(await termsOf(drop)).toEqual({ listened: 1, liked: 1 });
    await sql`delete from voice_drop_likes where voice_drop_id = ${drop.id}`;
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  it('counts an account that still has a comment after it has deleted another one', async () => {
    const fan = await personOf(30);
    const comment = await make.comment({ on: drop, author: fan });
    await make.comment({ on: drop, author: fan });
    await sql`delete from voice_drop_comments where id = ${comment.id}`;
    expect(await termsOf(drop)).toEqual({ commented: 1 });
    await sql`delete from voice_drop_comments where voice_drop_id = ${drop.id}`;
    expect(await termsOf(drop)).toEqual({});
  });

  it('counts half for an account younger than a week, nothing for one younger than a day or unconfirmed', async () => {
    const [week, day, fresh, unconfirmed] = [
      await personOf(8),
      await personOf(2),
      await personOf(0.9),
      await personOf(30),
    ];
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`;
    for (const author of [week, day, fresh, unconfirmed]) {
      await make.comment({ on: drop, author });
      await listen(author, drop, 'end');
    }
    expect(await termsOf(drop)).toEqual({
      commented: 1,
      commented_new: 1,
      listened: 1,
      listened_new: 1,
    });
  });

  it('does not count its own author and visitors', async () => {
    await sql`
      update auth.users set created_at = now() - interval '30 days', email_confirmed_at = now()
      where id = ${drop.owner.id}`;
    await listen(drop.owner, drop, 'end');
    await make.like(drop.owner, drop);
    await make.comment({ on: drop, author: drop.owner });
    expect(await listen('visitor', drop, 'end')).toBe(false);
    expect(await termsOf(drop)).toEqual({});
  });

  it('counts an account for one drop a day of the same author', async () => {
    const fan = await personOf(30);
    const second = await make.drop({ duration: SECONDS }, drop.owner);
    await listen(fan, drop, 'end');
    await listen(fan, second, 'end');
    await make.comment({ on: second, author: fan });
    await make.comment({ on: drop, author: fan });
    expect(await termsOf(drop)).toEqual({ listened: 1, commented: 1 });
    expect(await termsOf(second)).toEqual({});
    await letDaysPass(1);
    await listen(fan, second, 'end');
    expect(await termsOf(second)).toEqual({ listened: 1 });
  });

  it('counts one like a day between two people and no like back, and the same for comments', async () => {
    const [one, other] = [await personOf(30), await personOf(30)];
    const [ones, others] = [
      await make.drop({ duration: SECONDS }, one),
      await make.drop({ duration: SECONDS }, other),
    ];
    await listen(one, others, 'half');
    await make.like(one, others);
    await make.like(other, ones);
    await listen(other, ones, 'half');
    await make.comment({ on: ones, author: other });
    await make.comment({ on: others, author: one });
    expect(await termsOf(others)).toEqual({ liked: 1 });
    expect(await termsOf(ones)).toEqual({ commented: 1 });
    await letDaysPass(1);
    const next = await make.drop({ duration: SECONDS }, other);
    await make.comment({ on: next, author: one });
    expect(await termsOf(next)).toEqual({ commented: 1 });
  });

  it.each(['end', 'bookmark'] as const)(
    'counts a private act (%s) whatever the other person has played, so that it does not reveal that',
    async (act) => {
      const [author, listener, other] = [
        await personOf(30),
        await personOf(30),
        await personOf(30),
      ];
      const own = await make.drop({ duration: SECONDS }, author);
      const [theirs, others] = [
        await make.drop({ duration: SECONDS }, listener),
        await make.drop({ duration: SECONDS }, other),
      ];
      await listen(listener, own, 'end');
      for (const each of [theirs, others]) {
        await (act === 'end' ? listen(author, each, 'end') : make.bookmark(author, each));
      }
      expect(await termsOf(theirs)).toEqual(await termsOf(others));
      expect(await termsOf(theirs)).not.toEqual({});
    },
  );

  it('counts a like and comments once, however long ago the first one was', async () => {
    const fan = await personOf(30);
    await listen(fan, drop, 'end');
    await make.like(fan, drop);
    await make.comment({ on: drop, author: fan });
    for (const _round of [1, 2]) {
      await letDaysPass(3);
      await listen(fan, drop, 'half');
      await make.comment({ on: drop, author: fan });
    }
    expect(await termsOf(drop)).toEqual({ listened: 1, liked: 1, commented: 1 });
  });

  it('takes the age of an account from the profile, whose time only operators can set', async () => {
    const [moved, fresh] = [await personOf(0), await personOf(0)];
    await sql`
      update profiles set created_at = now() - interval '30 days' where user_id = ${moved.id}`;
    for (const author of [moved, fresh]) await make.comment({ on: drop, author });
    expect(await termsOf(drop)).toEqual({ commented: 1 });
    await expect(
      queryAs(fresh)`update profiles set created_at = '2020-01-01' where user_id = ${fresh.id}`,
    ).rejects.toMatchObject(refused);
  });

  it('does not count the same account again the day after', async () => {
    const fan = await personOf(30);
    await listen(fan, drop, 'end');
    await letDaysPass(1);
    await listen(fan, drop, 'end');
    await make.like(fan, drop);
    expect(await termsOf(drop)).toEqual({ listened: 1, liked: 1 });
  });

  it('does not count listening that is faster than playback, or without a play', async () => {
    const [hasty, silent] = [await personOf(30), await personOf(30)];
    expect(await addListening(silent, drop, 'end')).toBe(false);
    await play(hasty, drop);
    expect(await addListening(hasty, drop, 'half')).toBe(false);
    await letPass(SECONDS / 2 / 2);
    expect(await addListening(hasty, drop, 'end')).toBe(false);
    expect(await addListening(hasty, drop, 'half')).toBe(true);
    expect(await termsOf(drop)).toEqual({});
  });

  it('counts followers of the author for a drop for followers, and no others', async () => {
    const [follower, stranger] = [await personOf(30), await personOf(30)];
    const shared = await make.drop({ duration: SECONDS, privacy_level: 'followers' });
    await make.follow(follower, shared.owner);
    expect(await listen(follower, shared, 'end')).toBe(true);
    expect(await listen(stranger, shared, 'end')).toBe(false);
  });

  it('does not count a session without its second factor', async () => {
    const listener = await personOf(30);
    await play(listener, drop);
    await letPass(SECONDS);
    await make.factor(listener);
    expect(await addListening(listener, drop, 'end')).toBe(false);
    expect(await addListening({ ...listener, aal: 'aal2' }, drop, 'end')).toBe(true);
  });

  it('does not count an account that cannot see the drop', async () => {
    const [listener, blocked] = [await personOf(30), await personOf(30)];
    const hidden = await make.drop({ duration: SECONDS, privacy_level: 'private' });
    expect(await listen(listener, hidden, 'end')).toBe(false);
    await play(blocked, drop);
    await letPass(SECONDS);
    await make.block(drop.owner, blocked);
    expect(await addListening(blocked, drop, 'end')).toBe(false);
  });

  it('rejects a part that is neither half nor end', async () => {
    for (const part of ['all', '', null]) {
      await expect(addListening(await personOf(30), drop, part)).rejects.toMatchObject({
        code: '22023',
      });
    }
  });
});
