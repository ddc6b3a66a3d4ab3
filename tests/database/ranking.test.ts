import { randomUUID } from 'node:crypto';
import {
  RANKING_NETWORK_LIMIT,
  RANKING_HALF_LIFE_HOURS,
  RANKING_WEIGHTS,
} from '@undertone/domain/ranking';
import { assert as assertProperty, asyncProperty, integer, record } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { createRanking, SECONDS } from './support/ranking.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { rankOf, termsOf, personOf, made, listen } = createRanking(database);

const HOUR = 3_600_000;

describe('the ranked lists', () => {
  it('use the weights and half-lives that the product names', async () => {
    const [constants] = await sql`
      select listened, liked, commented, bookmarked, network_limit as batch,
        extract(epoch from hot_half_life)::float / 3600 as hot,
        extract(epoch from trending_half_life)::float / 3600 as trending
      from private.ranking_constants()`;
    expect(constants).toEqual({
      ...RANKING_WEIGHTS,
      batch: RANKING_NETWORK_LIMIT,
      ...RANKING_HALF_LIFE_HOURS,
    });
  });

  it('place a new drop at its time of posting', async () => {
    const rank = await rankOf(await made());
    expect([rank?.hot, rank?.trending]).toEqual([
      rank?.posted_at.getTime(),
      rank?.posted_at.getTime(),
    ]);
  });

  it('do not place a drop with a time in the future above current drops', async () => {
    const drop = await make.drop({ created_at: '2999-01-01T00:00:00Z' });
    expect((await rankOf(drop))?.hot).toBeLessThan(Date.UTC(2998, 0));
  });

  it('place a drop at the time that an operator sets', async () => {
    const drop = await made();
    const posted = new Date(Date.now() - 24 * HOUR);
    await sql`update voice_drops set created_at = ${posted} where id = ${drop.id}`;
    expect((await rankOf(drop))?.hot).toBe(posted.getTime());
    await sql`update voice_drops set created_at = '2999-01-01' where id = ${drop.id}`;
    expect((await rankOf(drop))?.hot).toBeLessThan(Date.UTC(2998, 0));
  });

  it('show the numbers from which each key is computed', async () => {
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
        await sql`
          update private.voice_drop_ranks set ${sql(numbers)} where voice_drop_id = ${drop.id}`;
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

describe('the rank of a drop', () => {
  let drop: Drop;
  let people: Record<string, Persona>;
  beforeEach(async () => {
    drop = await made();
    people = await peopleAround(make, drop);
  });

  const readers = () => namesWhere(people, async (persona) => Boolean(await rankOf(drop, persona)));
  const change = (columns: object) =>
    sql`update voice_drops set ${sql({ ...columns })} where id = ${drop.id}`;

  it('can be read by everyone except across a block', async () => {
    expect(await readers()).toEqual(['visitor', 'owner', 'other', 'follower']);
  });

  it.each(['followers', 'private'])('cannot be read while the drop is %s', async (level) => {
    await change({ privacy_level: level });
    expect(await readers()).toEqual([]);
    await change({ privacy_level: 'public' });
    expect(await readers()).toContain('visitor');
  });

  it('cannot be read while the account is private', async () => {
    await sql`update profiles set is_private = true where user_id = ${drop.owner.id}`;
    expect(await readers()).toEqual([]);
  });

  it('cannot be read while the drop is flagged', async () => {
    await change({ is_flagged: true });
    expect(await readers()).toEqual([]);
  });

  it('is deleted with the drop', async () => {
    await sql`delete from voice_drops where id = ${drop.id}`;
    expect(await readers()).toEqual([]);
    const rows = await sql`select from private.voice_drop_ranks where voice_drop_id = ${drop.id}`;
    expect(rows).toHaveLength(0);
  });
});

describe('an author who wants to be at the top', () => {
  /** Creates 25 drops that eight people each played to the end and six of them liked. */
  const livelyDay = async () => {
    const drops = await Promise.all(Array.from({ length: 25 }, made));
    await sql`
      update private.voice_drop_ranks set listened = 8, liked = 6
      where voice_drop_id = any (${drops.map(({ id }) => id)})`;
  };

  const firstTwenty = async (list: 'hot' | 'trending') => {
    const rows = await queryAs<{ voice_drop_id: string }[]>('visitor')`
      select voice_drop_id from voice_drop_ranks
      order by ${sql(list)} desc, voice_drop_id desc limit 20`;
    return rows.map(({ voice_drop_id: id }) => id);
  };

  it('does not succeed with fifty new accounts', async () => {
    await livelyDay();
    const drop = await made();
    for (let index = 0; index < 50; index += 1) {
      const fresh = await personOf(0);
      await listen(fresh, drop, 'end');
      await make.like(fresh, drop);
      await make.bookmark(fresh, drop);
    }
    expect(await firstTwenty('hot')).not.toContain(drop.id);
    expect(await firstTwenty('trending')).not.toContain(drop.id);
  });

  it('does not succeed with three accounts that like each other', async () => {
    await livelyDay();
    const ring = await Promise.all(Array.from({ length: 3 }, () => personOf(30)));
    const drops: Drop[] = [];
    for (const author of ring) {
      for (let index = 0; index < 4; index += 1) {
        drops.push(await make.drop({ duration: SECONDS }, author));
      }
    }
    for (const drop of drops) {
      for (const fan of ring.filter(({ id }) => id !== drop.owner.id)) {
        await listen(fan, drop, 'end');
        await make.like(fan, drop);
        await make.comment({ on: drop, author: fan });
        await make.bookmark(fan, drop);
      }
    }
    // Each account counts for one drop of each other.
    const counted = await Promise.all(drops.map(termsOf));
    expect(counted.filter((terms) => Object.keys(terms).length > 0)).toHaveLength(3);
    for (const list of ['hot', 'trending'] as const) {
      const top = await firstTwenty(list);
      expect(drops.filter(({ id }) => top.includes(id))).toEqual([]);
    }
  });
});

describe('accounts that were created from one network', () => {
  const signIn = ({ id }: Person, ip: string) =>
    sql`insert into auth.sessions (id, user_id, ip) values (${randomUUID()}, ${id}, ${ip})`;
  /** An established account that was created some hours after another, from an address. */
  const personFrom = async (ip: string, hoursLater = 0) => {
    const person = await personOf(9 - hoursLater / 24);
    await signIn(person, ip);
    return person;
  };
  const actAll = async (person: Person, drop: Drop) => {
    await listen(person, drop, 'end');
    await make.like(person, drop);
    await make.comment({ on: drop, author: person });
    await make.bookmark(person, drop);
  };

  it('do not raise a drop above one with five listeners of different networks', async () => {
    const [pushed, heard] = [await made(), await made()];
    await sql`
      update voice_drops set created_at = now() - interval '1 minute'
      where id in (${pushed.id}, ${heard.id})`;
    const crowd: Person[] = [];
    for (let n = 1; n <= 30; n += 1) crowd.push(await personFrom(`203.0.113.${n}`));
    for (const person of crowd) await actAll(person, pushed);
    for (let n = 1; n <= 5; n += 1) await listen(await personFrom(`198.51.${n}.1`), heard, 'end');
    expect(await termsOf(pushed)).toEqual({ listened: 2 });
    expect(await termsOf(heard)).toEqual({ listened: 5 });
    const [pushedRank, heardRank] = [await rankOf(pushed), await rankOf(heard)];
    expect(pushedRank!.hot).toBeLessThan(heardRank!.hot);
    expect(pushedRank!.trending).toBeLessThan(heardRank!.trending);
  });

  it.each([
    ['in one /24', '203.0.113.1', '203.0.113.200', 0, { listened: 2 }],
    ['in one /48', '2001:db8:7:1::1', '2001:db8:7:ffff::2', 23, { listened: 2 }],
    ['in two /24', '203.0.113.1', '203.0.114.1', 0, undefined],
    ['in one /24, more than a day apart', '203.0.113.1', '203.0.113.2', 25, undefined],
    [
      'in two /24 that are mapped into IPv6',
      '::ffff:203.0.113.1',
      '::ffff:203.0.114.1',
      0,
      undefined,
    ],
    ['behind one proxy', '10.0.0.1', '::ffff:10.0.0.1', 0, undefined],
  ])('%s count together or alone', async (_where, one, other, hoursLater, together) => {
    const drop = await made();
    const people = [await personFrom(one), await personFrom(other, hoursLater)];
    for (const person of people) await actAll(person, drop);
    const alone = { listened: 2, liked: 2, commented: 2, bookmarked: 2 };
    expect(await termsOf(drop)).toEqual(together ?? alone);
  });

  it('count together with those created up to a day before and after them', async () => {
    const drop = await made();
    const people = [0, 20, 25].map((hours, index) => personFrom(`192.0.2.${index}`, hours));
    for (const person of await Promise.all(people)) await actAll(person, drop);
    // The first two were created within a day, and so were the last two.
    expect(await termsOf(drop)).toEqual({ listened: 3 });
  });

  it('can add again what they take back, and no more', async () => {
    const drop = await made();
    const [one, two] = [await personFrom('192.0.2.1'), await personFrom('192.0.2.2')];
    await make.bookmark(one, drop);
    await make.bookmark(two, drop);
    expect(await termsOf(drop)).toEqual({ bookmarked: 1 });
    await sql`delete from bookmarks where user_id = ${two.id}`;
    expect(await termsOf(drop)).toEqual({ bookmarked: 1 });
    await sql`delete from bookmarks where user_id = ${one.id}`;
    expect(await termsOf(drop)).toEqual({});
    await make.bookmark(two, drop);
    expect(await termsOf(drop)).toEqual({ bookmarked: 1 });
  });

  it('are known by a code for 14 days, which no account can read', async () => {
    const codes = async (id: string) =>
      (await sql`select from private.account_networks where user_id = ${id}`).length;
    const person = await personFrom('192.0.2.1');
    const [row] = await sql<{ stored: string }[]>`
      select networks::text as stored from private.account_networks as networks
      where user_id = ${person.id}`;
    expect(row?.stored).not.toContain('192.0.2');
    for (const persona of ['visitor', person] as const) {
      await expect(queryAs(persona)`select from private.account_networks`).rejects.toMatchObject(
        refused,
      );
    }
    await sql`select private.delete_expired()`;
    expect(await codes(person.id)).toBe(1);
    await sql`
      update private.account_networks set joined_at = joined_at - interval '6 days'
      where user_id = ${person.id}`;
    await sql`select private.delete_expired()`;
    expect(await codes(person.id)).toBe(0);
    const old = await personOf(15);
    await signIn(old, '192.0.2.9');
    expect(await codes(old.id)).toBe(0);
  });
});
