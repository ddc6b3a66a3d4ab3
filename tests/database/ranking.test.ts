import { RANKING_HALF_LIFE_HOURS, RANKING_WEIGHTS } from '@undertone/domain/ranking';
import { assert as assertProperty, asyncProperty, integer, record } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

const HOUR = 3_600_000;

/** Long enough that its half and its end cannot be heard at once. */
const SECONDS = 30;

interface Rank {
  posted_at: Date;
  hot: number;
  trending: number;
  listened: number;
  listened_new: number;
  liked: number;
  liked_new: number;
  commented: number;
  commented_new: number;
  bookmarked: number;
  bookmarked_new: number;
}

const rankOf = async ({ id }: Drop, persona: Persona = 'visitor'): Promise<Rank | undefined> => {
  const [rank] = await database.as(
    persona,
    (sql) => sql<Rank[]>`
      select posted_at, hot::float, trending::float, listened, listened_new, liked, liked_new,
        commented, commented_new, bookmarked, bookmarked_new
      from voice_drop_ranks where voice_drop_id = ${id}`,
  );
  return rank;
};

/** The numbers that make a drop's key and are not zero. */
const termsOf = async (drop: Drop): Promise<Record<string, number>> => {
  const { posted_at: _posted, hot: _hot, trending: _trending, ...terms } = (await rankOf(drop))!;
  return Object.fromEntries(Object.entries(terms).filter(([, number]) => number !== 0));
};

/** A confirmed account of so many days. */
const personOf = async (days: number): Promise<Person> => {
  const person = await database.make.person();
  await database.sql`
    update auth.users
    set created_at = now() - ${days} * interval '1 day', email_confirmed_at = now()
    where id = ${person.id}`;
  return person;
};

const made = () => database.make.drop({ duration: SECONDS });

const play = (persona: Persona, { id }: Drop) =>
  database.as(persona, (sql) => sql`select add_play(${id})`);

/** As if plays had begun so many seconds earlier. */
const letPass = (seconds: number) =>
  database.sql`update private.counted_acts set started_at = started_at - ${seconds} * interval '1 second'`;

const addListening = async (persona: Persona, { id }: Drop, part: string | null) => {
  const [row] = await database.as(
    persona,
    (sql) => sql<{ noted: boolean }[]>`select add_listening(${id}, ${part}) as noted`,
  );
  return row?.noted;
};

const hear = async (persona: Persona, drop: Drop, part: 'half' | 'end') => {
  await play(persona, drop);
  await letPass(SECONDS);
  return addListening(persona, drop, part);
};

const bookmark = (by: Person, { id }: Drop) =>
  database.sql`insert into bookmarks (user_id, voice_drop_id) values (${by.id}, ${id})`;

const unlike = (by: Person, { id }: Drop) =>
  database.sql`delete from voice_drop_likes where user_id = ${by.id} and voice_drop_id = ${id}`;

/** As if all that was done and counted had been so many days ago. */
const letDaysPass = async (days: number) => {
  await database.sql`update private.counting_salts set day = day - ${days}::int`;
  await database.sql`update private.counted_acts set day = day - ${days}::int`;
  for (const acts of ['voice_drop_likes', 'voice_drop_comments']) {
    await database.sql`
      update ${database.sql(acts)} set created_at = created_at - ${days} * interval '1 day'`;
  }
};

describe('the lists', () => {
  it('begin with the weights and half-lives that the product names', async () => {
    const weights = await database.as('visitor', (sql) => sql`select * from ranking_weights`);
    expect(Object.fromEntries(weights.map(({ term, weight }) => [term, weight]))).toEqual(
      RANKING_WEIGHTS,
    );
    const lists = await database.as(
      'visitor',
      (sql) => sql`select list, half_life_hours(ranking_lists) as hours from ranking_lists`,
    );
    expect(Object.fromEntries(lists.map(({ list, hours }) => [list, hours]))).toEqual(
      RANKING_HALF_LIFE_HOURS,
    );
  });

  it('are read, not written, by people', async () => {
    const person = await database.make.person();
    for (const table of ['ranking_weights', 'ranking_lists']) {
      await expect(
        database.as(person, (sql) => sql`delete from ${sql(table)}`),
      ).rejects.toMatchObject(refused);
    }
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

  it('keep all of their weights and half-lives, of which operators change the values', async () => {
    const [row] = await database.sql`
      select has_table_privilege('service_role', 'ranking_weights', 'update')
          and has_table_privilege('service_role', 'ranking_lists', 'update') as change,
        has_table_privilege('service_role', 'ranking_weights', 'insert, delete, truncate')
          or has_table_privilege('service_role', 'ranking_lists', 'insert, delete, truncate') as remove`;
    expect(row).toEqual({ change: true, remove: false });
  });

  it('are computed anew when an operator changes a weight', async () => {
    const drop = await made();
    await database.make.comment({ on: drop, author: await personOf(30) });
    await database.sql`update ranking_weights set weight = 7 where term = 'commented'`;
    await database.sql`update ranking_lists set half_life = '2 hours' where list = 'trending'`;
    const rank = await rankOf(drop);
    expect(rank!.hot - rank!.posted_at.getTime()).toBeCloseTo(36 * HOUR, -2);
    expect(rank!.trending - rank!.posted_at.getTime()).toBeCloseTo(6 * HOUR, -2);
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

describe('counts', () => {
  let drop: Drop;
  beforeEach(async () => {
    drop = await made();
  });

  it('who heard the end, once', async () => {
    const listener = await personOf(30);
    expect(await hear(listener, drop, 'half')).toBe(true);
    expect(await termsOf(drop)).toEqual({});
    expect(await addListening(listener, drop, 'end')).toBe(true);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
    expect(await addListening(listener, drop, 'end')).toBe(false);
    expect(await addListening(listener, drop, 'half')).toBe(false);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  it('likes, comments and bookmarks, each once for an account', async () => {
    const fan = await personOf(30);
    await hear(fan, drop, 'end');
    await database.make.like(fan, drop);
    await database.make.comment({ on: drop, author: fan });
    await database.make.comment({ on: drop, author: fan });
    await bookmark(fan, drop);
    expect(await termsOf(drop)).toEqual({ listened: 1, liked: 1, commented: 1, bookmarked: 1 });
  });

  it('comments and bookmarks of who did not hear it here', async () => {
    await database.make.comment({ on: drop, author: await personOf(30) });
    await bookmark(await personOf(30), drop);
    expect(await termsOf(drop)).toEqual({ commented: 1, bookmarked: 1 });
  });

  it('a like only of who has heard at least half, before or afterwards', async () => {
    const [deaf, early, late] = [await personOf(30), await personOf(30), await personOf(30)];
    await database.make.like(deaf, drop);
    await play(early, drop);
    await database.make.like(early, drop);
    expect(await termsOf(drop)).toEqual({});
    await letPass(SECONDS);
    await addListening(early, drop, 'half');
    expect(await termsOf(drop)).toEqual({ liked: 1 });
    await hear(late, drop, 'half');
    await database.make.like(late, drop);
    expect(await termsOf(drop)).toEqual({ liked: 2 });
  });

  it('no longer what is taken back, and not twice what is done again', async () => {
    const fan = await personOf(30);
    await hear(fan, drop, 'end');
    const again = async () => {
      await database.make.like(fan, drop);
      await unlike(fan, drop);
    };
    await again();
    await again();
    expect(await termsOf(drop)).toEqual({ listened: 1 });
    await database.make.like(fan, drop);
    expect(await termsOf(drop)).toEqual({ listened: 1, liked: 1 });
    await database.sql`delete from voice_drop_likes where voice_drop_id = ${drop.id}`;
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  it('somebody who comments still after one of their comments is deleted', async () => {
    const fan = await personOf(30);
    const comment = await database.make.comment({ on: drop, author: fan });
    await database.make.comment({ on: drop, author: fan });
    await database.sql`delete from voice_drop_comments where id = ${comment.id}`;
    expect(await termsOf(drop)).toEqual({ commented: 1 });
    await database.sql`delete from voice_drop_comments where voice_drop_id = ${drop.id}`;
    expect(await termsOf(drop)).toEqual({});
  });

  it('half of an account younger than a week, nothing of one younger than a day or unconfirmed', async () => {
    const [week, day, fresh, unconfirmed] = [
      await personOf(8),
      await personOf(2),
      await personOf(0.9),
      await personOf(30),
    ];
    await database.sql`
      update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`;
    for (const author of [week, day, fresh, unconfirmed]) {
      await database.make.comment({ on: drop, author });
      await hear(author, drop, 'end');
    }
    expect(await termsOf(drop)).toEqual({
      commented: 1,
      commented_new: 1,
      listened: 1,
      listened_new: 1,
    });
  });

  it('nothing of its own author, of visitors and of strangers to it', async () => {
    await database.sql`
      update auth.users set created_at = now() - interval '30 days', email_confirmed_at = now()
      where id = ${drop.owner.id}`;
    await hear(drop.owner, drop, 'end');
    await database.make.like(drop.owner, drop);
    await database.make.comment({ on: drop, author: drop.owner });
    expect(await hear('visitor', drop, 'end')).toBe(false);
    expect(await termsOf(drop)).toEqual({});
  });

  it('somebody at one drop a day of the same author', async () => {
    const fan = await personOf(30);
    const second = await database.make.drop({ duration: SECONDS }, drop.owner);
    await hear(fan, drop, 'end');
    await hear(fan, second, 'end');
    await database.make.comment({ on: second, author: fan });
    await database.make.comment({ on: drop, author: fan });
    expect(await termsOf(drop)).toEqual({ listened: 1, commented: 1 });
    expect(await termsOf(second)).toEqual({});
    await letDaysPass(1);
    await hear(fan, second, 'end');
    expect(await termsOf(second)).toEqual({ listened: 1 });
  });

  it('a like of one of two people a day, and no like back, and so with comments', async () => {
    const [one, other] = [await personOf(30), await personOf(30)];
    const [ones, others] = [
      await database.make.drop({ duration: SECONDS }, one),
      await database.make.drop({ duration: SECONDS }, other),
    ];
    await hear(one, others, 'half');
    await database.make.like(one, others);
    await database.make.like(other, ones);
    await hear(other, ones, 'half');
    await database.make.comment({ on: ones, author: other });
    await database.make.comment({ on: others, author: one });
    expect(await termsOf(others)).toEqual({ liked: 1 });
    expect(await termsOf(ones)).toEqual({ commented: 1 });
    await letDaysPass(1);
    const next = await database.make.drop({ duration: SECONDS }, other);
    await database.make.comment({ on: next, author: one });
    expect(await termsOf(next)).toEqual({ commented: 1 });
  });

  it.each(['end', 'bookmark'] as const)(
    'what nobody sees whatever the other one has heard, so that it tells nobody of that (%s)',
    async (act) => {
      const [author, listener, other] = [
        await personOf(30),
        await personOf(30),
        await personOf(30),
      ];
      const own = await database.make.drop({ duration: SECONDS }, author);
      const [theirs, others] = [
        await database.make.drop({ duration: SECONDS }, listener),
        await database.make.drop({ duration: SECONDS }, other),
      ];
      await hear(listener, own, 'end');
      for (const each of [theirs, others]) {
        await (act === 'end' ? hear(author, each, 'end') : bookmark(author, each));
      }
      expect(await termsOf(theirs)).toEqual(await termsOf(others));
      expect(await termsOf(theirs)).not.toEqual({});
    },
  );

  it('a like and comments once, however long ago the first was', async () => {
    const fan = await personOf(30);
    await hear(fan, drop, 'end');
    await database.make.like(fan, drop);
    await database.make.comment({ on: drop, author: fan });
    for (const _round of [1, 2]) {
      await letDaysPass(3);
      await hear(fan, drop, 'half');
      await database.make.comment({ on: drop, author: fan });
    }
    expect(await termsOf(drop)).toEqual({ listened: 1, liked: 1, commented: 1 });
  });

  it('an account by the time of its profile, which an operator sets who moves people here', async () => {
    const [moved, fresh] = [await personOf(0), await personOf(0)];
    await database.sql`
      update profiles set created_at = now() - interval '30 days' where user_id = ${moved.id}`;
    for (const author of [moved, fresh]) await database.make.comment({ on: drop, author });
    expect(await termsOf(drop)).toEqual({ commented: 1 });
    await expect(
      database.as(
        fresh,
        (sql) => sql`update profiles set created_at = '2020-01-01' where user_id = ${fresh.id}`,
      ),
    ).rejects.toMatchObject(refused);
  });

  it('the same account not again the day after', async () => {
    const fan = await personOf(30);
    await hear(fan, drop, 'end');
    await letDaysPass(1);
    await hear(fan, drop, 'end');
    await database.make.like(fan, drop);
    expect(await termsOf(drop)).toEqual({ listened: 1, liked: 1 });
  });

  it('nothing that was heard sooner than it can be, or without a play', async () => {
    const [hasty, silent] = [await personOf(30), await personOf(30)];
    expect(await addListening(silent, drop, 'end')).toBe(false);
    await play(hasty, drop);
    expect(await addListening(hasty, drop, 'half')).toBe(false);
    await letPass(SECONDS / 2 / 2);
    expect(await addListening(hasty, drop, 'end')).toBe(false);
    expect(await addListening(hasty, drop, 'half')).toBe(true);
    expect(await termsOf(drop)).toEqual({});
  });

  it('what followers hear of a drop for them, which others may not hear', async () => {
    const [follower, stranger] = [await personOf(30), await personOf(30)];
    const shared = await database.make.drop({ duration: SECONDS, privacy_level: 'followers' });
    await database.make.follow(follower, shared.owner);
    expect(await hear(follower, shared, 'end')).toBe(true);
    expect(await hear(stranger, shared, 'end')).toBe(false);
  });

  it('nothing before the second factor is given', async () => {
    const listener = await personOf(30);
    await play(listener, drop);
    await letPass(SECONDS);
    await database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${listener.id}, 'totp', 'verified', now(), now())`;
    expect(await addListening(listener, drop, 'end')).toBe(false);
    expect(await addListening({ ...listener, aal: 'aal2' }, drop, 'end')).toBe(true);
  });

  it('nothing of a drop that the listener may not see', async () => {
    const [listener, blocked] = [await personOf(30), await personOf(30)];
    const hidden = await database.make.drop({ duration: SECONDS, privacy_level: 'private' });
    expect(await hear(listener, hidden, 'end')).toBe(false);
    await play(blocked, drop);
    await letPass(SECONDS);
    await database.make.block(drop.owner, blocked);
    expect(await addListening(blocked, drop, 'end')).toBe(false);
  });

  it('refuses a part that is neither half nor end', async () => {
    for (const part of ['all', '', null]) {
      await expect(addListening(await personOf(30), drop, part)).rejects.toMatchObject({
        code: '22023',
      });
    }
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

describe('no listening history', () => {
  /** Every row of every table, as text. */
  const everything = async (): Promise<string[]> => {
    const tables = await database.sql<{ name: string }[]>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and relnamespace in (
        'public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace,
        'storage'::regnamespace, 'realtime'::regnamespace
      )`;
    const rows = [];
    for (const { name } of tables) {
      const found = await database.sql.unsafe<{ row: string }[]>(
        `select t::text as row from ${name} as t`,
      );
      rows.push(...found.map(({ row }) => `${name} ${row}`));
    }
    return rows;
  };

  it('no row tells who heard what', async () => {
    const listener = await personOf(30);
    const drop = await database.make.drop({ duration: SECONDS, hashtags: ['rain'] });
    const about = (rows: string[]) => rows.filter((row) => row.includes(listener.id));
    const before = about(await everything());
    await hear(listener, drop, 'end');
    // Plays are known by account for the minute in which they count once.
    await database.sql`delete from private.plays`;
    expect(about(await everything())).toEqual(before);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  /** What tells who was counted: without the salts, the keys tell nothing. */
  const saltsAndKeys = async () => {
    const salts = await database.sql<{ salt: string }[]>`
      select salt from private.counting_salts order by day`;
    const acts = await database.sql<{ key: string }[]>`
      select encode(key, 'hex') as key from private.counted_acts order by key`;
    return [...salts.map(({ salt }) => salt), ...acts.map(({ key }) => key)];
  };

  it('what was counted is forgotten after two days', async () => {
    const [fan, other] = [await personOf(30), await personOf(30)];
    const drop = await made();
    await hear(fan, drop, 'end');
    const before = await saltsAndKeys();
    expect(before.length).toBeGreaterThan(1);
    await letDaysPass(2);
    await play(other, drop);
    const after = await saltsAndKeys();
    expect(after.filter((each) => before.includes(each))).toEqual([]);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  it('what was counted is forgotten when nothing is counted any more', async () => {
    const drop = await made();
    await hear(await personOf(30), drop, 'end');
    const before = await saltsAndKeys();
    expect(before.length).toBeGreaterThan(1);
    await letDaysPass(1);
    await database.sql`select private.prune_listening()`;
    // Yesterday's are needed: what is taken back within two days is taken off.
    expect(await saltsAndKeys()).toEqual(before);
    await letDaysPass(1);
    await database.sql`select private.prune_listening()`;
    expect(await saltsAndKeys()).toEqual([]);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  it('plays are forgotten after their minute when nothing is played any more', async () => {
    const drop = await made();
    const plays = () => database.sql`select from private.plays where voice_drop_id = ${drop.id}`;
    await play(await personOf(30), drop);
    await database.sql`select private.prune_listening()`;
    expect(await plays()).toHaveLength(1);
    await database.sql`update private.plays set played_at = now() - interval '61 seconds'`;
    await database.sql`select private.prune_listening()`;
    expect(await plays()).toHaveLength(0);
  });

  it('is left to the server to forget', async () => {
    const forget = (persona: Persona) =>
      database.as(persona, (sql) => sql`select private.prune_listening()`);
    await expect(forget('visitor')).rejects.toMatchObject(refused);
    await expect(forget(await personOf(30))).rejects.toMatchObject(refused);
  });
});
