import { RANKING_HALF_LIFE_HOURS, RANKING_WEIGHTS } from '@undertone/domain/ranking';
import { assert as assertProperty, asyncProperty, integer, record } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Persona } from './support/persona.ts';
import { createRanking, SECONDS } from './support/ranking.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { rankOf, termsOf, personOf, made, play, letPass, addListening, hear, bookmark } =
  createRanking(database);

const HOUR = 3_600_000;

describe('the lists', () => {
  it('use the weights and half-lives that the product names', async () => {
    const [constants] = await database.sql`
      select listened, liked, commented, bookmarked,
        extract(epoch from hot_half_life)::float / 3600 as hot,
        extract(epoch from trending_half_life)::float / 3600 as trending
      from private.ranking_constants()`;
    expect(constants).toEqual({ ...RANKING_WEIGHTS, ...RANKING_HALF_LIFE_HOURS });
  });

  it('are read, not written, by people', async () => {
    const person = await database.make.person();
    const drop = await made();
    for (const view of ['voice_drop_ranks', 'hashtags']) {
      await expect(
        database.as(person, (sql) => sql`delete from ${sql(view)}`),
      ).rejects.toMatchObject(refused);
    }
    await expect(
      database.as(drop.owner, (sql) => sql`update voice_drop_ranks set hot = 0`),
    ).rejects.toMatchObject(refused);
  });

  it('have a new drop at its time of posting', async () => {
    const rank = await rankOf(await made());
    expect([rank?.hot, rank?.trending]).toEqual([
      rank?.posted_at.getTime(),
      rank?.posted_at.getTime(),
    ]);
  });

  it('do not have a drop of the future before those of now', async () => {
    const drop = await database.make.drop({ created_at: '2999-01-01T00:00:00Z' });
    expect((await rankOf(drop))?.hot).toBeLessThan(Date.UTC(2998, 0));
  });

  it('have a drop at the time that an operator gives it', async () => {
    const drop = await made();
    const posted = new Date(Date.now() - 24 * HOUR);
    await database.sql`update voice_drops set created_at = ${posted} where id = ${drop.id}`;
    expect((await rankOf(drop))?.hot).toBe(posted.getTime());
    await database.sql`update voice_drops set created_at = '2999-01-01' where id = ${drop.id}`;
    expect((await rankOf(drop))?.hot).toBeLessThan(Date.UTC(2998, 0));
  });

  it('show what makes each key', async () => {
    const drop = await made();
    const count = integer({ min: 0, max: 1_000_000 });
    const terms = record({
      listened: count,
      listened_new: count,
      liked: count,
      liked_new: count,
      commented: count,
      commented_new: count,
      bookmarked: count,
      bookmarked_new: count,
    });
    await assertProperty(
      asyncProperty(terms, async (numbers) => {
        await database.sql`
          update private.voice_drop_ranks set ${database.sql(numbers)} where voice_drop_id = ${drop.id}`;
        const rank = (await rankOf(drop))!;
        const score =
          1 +
          RANKING_WEIGHTS.listened * (rank.listened + rank.listened_new / 2) +
          RANKING_WEIGHTS.liked * (rank.liked + rank.liked_new / 2) +
          RANKING_WEIGHTS.commented * (rank.commented + rank.commented_new / 2) +
          RANKING_WEIGHTS.bookmarked * (rank.bookmarked + rank.bookmarked_new / 2);
        const after = (hours: number) =>
          Math.floor(rank.posted_at.getTime() + hours * HOUR * Math.log2(score));
        // PostgreSQL's time has microseconds.
        expect(Math.abs(rank.hot - after(RANKING_HALF_LIFE_HOURS.hot))).toBeLessThanOrEqual(1);
        expect(
          Math.abs(rank.trending - after(RANKING_HALF_LIFE_HOURS.trending)),
        ).toBeLessThanOrEqual(1);
      }),
      { numRuns: 50 },
    );
  });
});

describe('who sees places', () => {
  const cases = ['visitor', 'owner', 'other', 'follower', 'blocked', 'blocker'] as const;
  let people: Record<(typeof cases)[number], Persona>;
  let drop: Drop;

  beforeEach(async () => {
    drop = await made();
    const [other, follower, blocked, blocker] = [
      await database.make.person(),
      await database.make.person(),
      await database.make.person(),
      await database.make.person(),
    ];
    await database.make.follow(follower, drop.owner);
    await database.make.block(drop.owner, blocked);
    await database.make.block(blocker, drop.owner);
    people = { visitor: 'visitor', owner: drop.owner, other, follower, blocked, blocker };
  });

  const seers = async () => {
    const seen = [];
    for (const name of cases) if (await rankOf(drop, people[name])) seen.push(name);
    return seen;
  };

  it('of a public drop: all but those across a block', async () => {
    expect(await seers()).toEqual(['visitor', 'owner', 'other', 'follower']);
  });

  it.each(['followers', 'private'])('of a drop for %s: nobody', async (level) => {
    await database.sql`update voice_drops set privacy_level = ${level} where id = ${drop.id}`;
    expect(await seers()).toEqual([]);
    await database.sql`update voice_drops set privacy_level = 'public' where id = ${drop.id}`;
    expect(await seers()).toContain('visitor');
  });

  it('of a private account’s drop: nobody', async () => {
    await database.sql`update profiles set is_private = true where user_id = ${drop.owner.id}`;
    expect(await seers()).toEqual([]);
  });

  it('of a flagged drop: nobody', async () => {
    await database.sql`update voice_drops set is_flagged = true where id = ${drop.id}`;
    expect(await seers()).toEqual([]);
  });

  it('of a deleted drop: nobody', async () => {
    await database.sql`delete from voice_drops where id = ${drop.id}`;
    expect(await seers()).toEqual([]);
    const rows = await database.sql`
      select from private.voice_drop_ranks where voice_drop_id = ${drop.id}`;
    expect(rows).toHaveLength(0);
  });
});

describe('whoever wants to be on top', () => {
  /** A day on which many drops were heard by some people each, of whom most liked them. */
  const livelyDay = async () => {
    const listeners = await Promise.all(Array.from({ length: 8 }, () => personOf(30)));
    const drops = await Promise.all(Array.from({ length: 25 }, made));
    for (const drop of drops) for (const listener of listeners) await play(listener, drop);
    await letPass(SECONDS);
    for (const drop of drops) {
      for (const [place, listener] of listeners.entries()) {
        await addListening(listener, drop, 'end');
        if (place < 6) await database.make.like(listener, drop);
      }
    }
  };

  const firstTwenty = async (list: 'hot' | 'trending') => {
    const rows = await database.as(
      'visitor',
      (sql) => sql<{ voice_drop_id: string }[]>`
        select voice_drop_id from voice_drop_ranks
        order by ${sql(list)} desc, voice_drop_id desc limit 20`,
    );
    return rows.map(({ voice_drop_id: id }) => id);
  };

  it('does not get there with fifty fresh accounts', async () => {
    await livelyDay();
    const drop = await made();
    for (let index = 0; index < 50; index += 1) {
      const fresh = await personOf(0);
      await hear(fresh, drop, 'end');
      await database.make.like(fresh, drop);
      await bookmark(fresh, drop);
    }
    expect(await firstTwenty('hot')).not.toContain(drop.id);
    expect(await firstTwenty('trending')).not.toContain(drop.id);
  });

  it('does not get there with three accounts that like each other', async () => {
    await livelyDay();
    const ring = await Promise.all(Array.from({ length: 3 }, () => personOf(30)));
    const drops: Drop[] = [];
    for (const author of ring) {
      for (let index = 0; index < 4; index += 1) {
        drops.push(await database.make.drop({ duration: SECONDS }, author));
      }
    }
    for (const drop of drops) {
      for (const fan of ring.filter(({ id }) => id !== drop.owner.id)) {
        await hear(fan, drop, 'end');
        await database.make.like(fan, drop);
        await database.make.comment({ on: drop, author: fan });
        await bookmark(fan, drop);
      }
    }
    // Each counts at one drop of each other.
    const counted = await Promise.all(drops.map(termsOf));
    expect(counted.filter((terms) => Object.keys(terms).length > 0)).toHaveLength(3);
    for (const list of ['hot', 'trending'] as const) {
      const top = await firstTwenty(list);
      expect(drops.filter(({ id }) => top.includes(id))).toEqual([]);
    }
  });
});
