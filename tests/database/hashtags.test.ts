import { describe, expect, it } from 'vitest';
import type { Drop, Value } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { createRanking } from './support/ranking.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { personOf, listen } = createRanking(database);

/** A hashtag that no other test uses. */
const TAG = 'quokkas';

const tagged = (columns: Record<string, Value> = {}, owner?: Person) =>
  make.drop({ hashtags: [TAG], duration: 1, ...columns }, owner);

/** Posts one drop for each of several people who count. */
const taggedBy = async (people: number, columns: Record<string, Value> = {}) => {
  for (let index = 0; index < people; index += 1) await tagged(columns, await personOf(30));
};

const known = async (tag = TAG, persona: Persona = 'visitor') => {
  const [row] = await queryAs<{ drop_count: number; trending: number }[]>(persona)`
    select drop_count::int, trending::float from hashtags where tag = ${tag}`;
  return row;
};

const topics = async () => {
  const rows = await queryAs<{ tag: string; author_count: number }[]>('visitor')`
    select tag, author_count from trending_topics order by trending desc, tag`;
  return rows.map(({ tag, author_count: authors }) => `${tag} ${authors}`);
};

const change = ({ id }: Drop, columns: Record<string, Value>) =>
  sql`update voice_drops set ${sql(columns)} where id = ${id}`;

describe('a hashtag', () => {
  it('counts the drops that visitors can see', async () => {
    const drop = await tagged();
    await tagged();
    await tagged({ privacy_level: 'followers' });
    await tagged({ privacy_level: 'private' });
    expect((await known())?.drop_count).toBe(2);
    await change(drop, { privacy_level: 'followers' });
    expect((await known())?.drop_count).toBe(1);
    await change(drop, { privacy_level: 'public' });
    await change(drop, { hashtags: ['wombats'] });
    expect((await known())?.drop_count).toBe(1);
    expect((await known('wombats'))?.drop_count).toBe(1);
    await change(drop, { is_flagged: true });
    expect(await known('wombats')).toBeUndefined();
  });

  it('counts a drop that has it twice once', async () => {
    await tagged({ hashtags: [TAG, TAG] });
    expect((await known())?.drop_count).toBe(1);
  });

  it('is deleted with its last drop, and with its author', async () => {
    const drop = await tagged();
    await sql`delete from voice_drops where id = ${drop.id}`;
    expect(await known()).toBeUndefined();
    const { owner } = await tagged();
    await sql`delete from profiles where user_id = ${owner.id}`;
    expect(await known()).toBeUndefined();
    const rows = await sql`select from private.hashtag_authors where tag = ${TAG}`;
    expect(rows).toHaveLength(0);
  });

  it('is not counted while its account is private', async () => {
    const { owner } = await tagged();
    await tagged({}, owner);
    await sql`update profiles set is_private = true where user_id = ${owner.id}`;
    expect(await known()).toBeUndefined();
    await sql`update profiles set is_private = false where user_id = ${owner.id}`;
    expect((await known())?.drop_count).toBe(2);
  });

  it('rises by each author and each listener of a day, less by new ones', async () => {
    const author = await personOf(30);
    const drop = await tagged({}, author);
    const rises = async (act: () => Promise<unknown>) => {
      const before = (await known())!.trending;
      await act();
      return (await known())!.trending - before;
    };
    expect(await rises(() => tagged({}, author))).toBe(0);
    const byNew = await rises(async () => tagged({}, await personOf(2)));
    const byOld = await rises(async () => tagged({}, await personOf(30)));
    expect(byNew).toBeGreaterThan(0);
    expect(byOld).toBeGreaterThan(byNew);
    expect(await rises(async () => tagged({}, await personOf(0)))).toBe(0);

    const fan = await personOf(30);
    expect(await rises(() => listen(fan, drop, 'end'))).toBeGreaterThan(0);
    expect(await rises(async () => listen(fan, await tagged({}, await personOf(0)), 'end'))).toBe(
      0,
    );
  });

  it('rises once a day for an author, however often it is removed and added again', async () => {
    const author = await personOf(30);
    const drop = await tagged({}, author);
    await tagged({}, await personOf(30));
    const before = await known();
    for (const _time of [1, 2, 3]) {
      await change(drop, { hashtags: [] });
      await change(drop, { hashtags: [TAG] });
      await change(drop, { privacy_level: 'private' });
      await change(drop, { privacy_level: 'public' });
    }
    expect(await known()).toEqual(before);
  });

  it('rises with a listener after it has not been used for a year', async () => {
    const moment = new Date(Date.now() - 400 * 24 * 3_600_000);
    const drop = await tagged({ created_at: moment.toISOString() });
    await sql`update private.hashtags set trending = ${moment.getTime()} where tag = ${TAG}`;
    await listen(await personOf(30), drop, 'end');
    expect((await known())!.trending).toBeGreaterThan(Date.now() - 60_000);
  });

  it('can be read by everyone, and changed by no one', async () => {
    const drop = await tagged();
    const [follower, other, blocked] = [await personOf(30), await personOf(30), await personOf(30)];
    await make.follow(follower, drop.owner);
    await make.block(drop.owner, blocked);
    for (const persona of ['visitor', drop.owner, follower, other, blocked] as const) {
      expect((await known(TAG, persona))?.drop_count).toBe(1);
      await expect(queryAs(persona)`delete from hashtags`).rejects.toMatchObject(refused);
    }
  });

  it('can be hidden and shown again only by operators', async () => {
    const drop = await tagged({}, await personOf(30));
    for (const persona of ['visitor', drop.owner] as const) {
      await expect(queryAs(persona)`select hide_hashtag(${TAG})`).rejects.toMatchObject(refused);
    }
    await taggedBy(2);
    expect(await topics()).toContain(`${TAG} 3`);
    await sql`select hide_hashtag(${`#${TAG.toUpperCase()}`})`;
    expect(await known()).toBeUndefined();
    expect(await topics()).not.toContain(`${TAG} 3`);
    await sql`delete from voice_drops where hashtags @> ${[TAG]}`;
    await tagged();
    expect(await known()).toBeUndefined();
    await sql`select hide_hashtag(${TAG}, false)`;
    expect((await known())?.drop_count).toBe(1);
  });
});

describe('a trending topic', () => {
  it('has at least three authors within two days', async () => {
    const author = await personOf(30);
    for (const _drop of [1, 2, 3]) await tagged({}, author);
    await taggedBy(1);
    expect(await topics()).not.toContain(`${TAG} 2`);
    const moment = new Date(Date.now() - 49 * 3_600_000).toISOString();
    await tagged({ created_at: moment }, await personOf(30));
    expect(await topics()).not.toContain(`${TAG} 3`);
    await taggedBy(1);
    expect(await topics()).toContain(`${TAG} 3`);
  });

  it('counts authors who are older than a day and confirmed and whose drops visitors can see', async () => {
    await taggedBy(2);
    const unconfirmed = await personOf(30);
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`;
    await tagged({}, unconfirmed);
    await tagged({}, await personOf(0));
    await tagged({ privacy_level: 'followers' }, await personOf(30));
    const flagged = await tagged({ is_flagged: true }, await personOf(30));
    expect(await topics()).not.toContain(`${TAG} 3`);
    await change(flagged, { is_flagged: false });
    expect(await topics()).toContain(`${TAG} 3`);
    await sql`delete from voice_drops where id = ${flagged.id}`;
    expect(await topics()).not.toContain(`${TAG} 3`);
  });

  it('is not displaced by many newer hashtags of one author', async () => {
    await taggedBy(3, { created_at: new Date(Date.now() - 20 * 3_600_000).toISOString() });
    const flooder = await personOf(30);
    for (let index = 0; index < 41; index += 1) {
      const hashtags = [1, 2, 3, 4, 5].map((each) => `flood_${index}_${each}`);
      await tagged({ hashtags }, flooder);
    }
    expect(await topics()).toContain(`${TAG} 3`);
  });

  it('is ordered by its authors and listeners', async () => {
    await taggedBy(3, { hashtags: ['numbats'] });
    await taggedBy(3);
    const played = await tagged({ hashtags: ['numbats'] }, await personOf(30));
    for (const _fan of [1, 2]) await listen(await personOf(30), played, 'end');
    const listed = await topics();
    expect(listed).toContain('numbats 4');
    expect(listed.indexOf('numbats 4')).toBeLessThan(listed.indexOf(`${TAG} 3`));
    expect(listed).toContain(`${TAG} 3`);
  });
});
