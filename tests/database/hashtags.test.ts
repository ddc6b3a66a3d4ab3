import { describe, expect, it } from 'vitest';
import type { Drop, Value } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

/** In none of the rows that other tests or the start leave. */
const TAG = 'quokkas';

const personOf = async (days: number): Promise<Person> => {
  const person = await database.make.person();
  await database.sql`
    update auth.users
    set created_at = now() - ${days} * interval '1 day', email_confirmed_at = now()
    where id = ${person.id}`;
  return person;
};

const tagged = (columns: Record<string, Value> = {}, owner?: Person) =>
  database.make.drop({ hashtags: [TAG], duration: 1, ...columns }, owner);

const known = async (tag = TAG, persona: Persona = 'visitor') => {
  const [row] = await database.as(
    persona,
    (sql) => sql<{ drop_count: number; trending: number }[]>`
      select drop_count::int, trending::float from hashtags where tag = ${tag}`,
  );
  return row;
};

const topics = async () => {
  const rows = await database.as(
    'visitor',
    (sql) => sql<{ tag: string; author_count: number }[]>`
      select tag, author_count from trending_topics order by trending desc, tag`,
  );
  return rows.map(({ tag, author_count: authors }) => `${tag} ${authors}`);
};

const change = ({ id }: Drop, columns: Record<string, Value>) =>
  database.sql`update voice_drops set ${database.sql(columns)} where id = ${id}`;

describe('a hashtag', () => {
  it('counts the drops that visitors see', async () => {
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

  it('counts a drop once that names it twice', async () => {
    await tagged({ hashtags: [TAG, TAG] });
    expect((await known())?.drop_count).toBe(1);
  });

  it('goes with its last drop, and with its author', async () => {
    const drop = await tagged();
    await database.sql`delete from voice_drops where id = ${drop.id}`;
    expect(await known()).toBeUndefined();
    const { owner } = await tagged();
    await database.sql`delete from profiles where user_id = ${owner.id}`;
    expect(await known()).toBeUndefined();
    const rows = await database.sql`select from private.hashtag_authors where tag = ${TAG}`;
    expect(rows).toHaveLength(0);
  });

  it('is not counted while its account is private', async () => {
    const { owner } = await tagged();
    await tagged({}, owner);
    await database.sql`update profiles set is_private = true where user_id = ${owner.id}`;
    expect(await known()).toBeUndefined();
    await database.sql`update profiles set is_private = false where user_id = ${owner.id}`;
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
    const comment = (on: Drop) => database.make.comment({ on, author: fan });
    expect(await rises(() => comment(drop))).toBeGreaterThan(0);
    expect(await rises(async () => comment(await tagged({}, await personOf(0))))).toBe(0);
  });

  it('is hidden and shown again by operators, and by nobody else', async () => {
    const drop = await tagged();
    for (const persona of ['visitor', drop.owner] as const) {
      await expect(
        database.as(persona, (sql) => sql`select hide_hashtag(${TAG})`),
      ).rejects.toMatchObject(refused);
    }
    for (const _author of [1, 2]) await tagged();
    expect(await topics()).toContain(`${TAG} 3`);
    await database.sql`select hide_hashtag(${`#${TAG.toUpperCase()}`})`;
    expect(await known()).toBeUndefined();
    expect(await topics()).not.toContain(`${TAG} 3`);
    await database.sql`delete from voice_drops where hashtags @> ${[TAG]}`;
    await tagged();
    expect(await known()).toBeUndefined();
    await database.sql`select hide_hashtag(${TAG}, false)`;
    expect((await known())?.drop_count).toBe(1);
  });
});

describe('a trending topic', () => {
  it('has at least three authors within two days', async () => {
    const author = await personOf(30);
    for (const _drop of [1, 2, 3]) await tagged({}, author);
    await tagged();
    expect(await topics()).not.toContain(`${TAG} 2`);
    await tagged({ created_at: new Date(Date.now() - 49 * 3_600_000).toISOString() });
    expect(await topics()).not.toContain(`${TAG} 3`);
    await tagged();
    expect(await topics()).toContain(`${TAG} 3`);
  });

  it('stands before others by who used and heard it', async () => {
    for (const tag of ['numbats', TAG]) {
      for (const _author of [1, 2, 3]) await tagged({ hashtags: [tag] }, await personOf(0));
    }
    const heard = await tagged({ hashtags: ['numbats'] }, await personOf(30));
    for (const _fan of [1, 2]) {
      await database.make.comment({ on: heard, author: await personOf(30) });
    }
    const listed = await topics();
    expect(listed.indexOf('numbats 4')).toBeLessThan(listed.indexOf(`${TAG} 3`));
    expect(listed).toContain(`${TAG} 3`);
  });
});
