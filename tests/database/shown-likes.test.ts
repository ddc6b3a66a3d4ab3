import { beforeEach, describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

let people: Awaited<ReturnType<typeof peopleAround>>;
let owner: Person;
let liked: Drop;

beforeEach(async () => {
  people = await peopleAround(make, await make.drop());
  ({ owner } = people);
  liked = await make.drop();
  await make.like(owner, liked);
});

const show = (person: Person, shows = true) =>
  queryAs(person)`update account_settings set shows_likes = ${shows} where user_id = ${person.id}`;

const shownTo = async (persona: Persona, of: Person): Promise<string[]> => {
  const rows = await queryAs(persona)`select voice_drop_id from shown_likes(${of.id})`;
  return rows.map((row) => String(row['voice_drop_id']));
};

/** Who learns of the like on the profile. */
const viewers = () =>
  namesWhere(people, async (persona) => (await shownTo(persona, owner)).includes(liked.id));

/** Who can read the like in the table. */
const readers = () =>
  namesWhere(people, async (persona) => {
    const rows = await queryAs(persona)`
      select voice_drops.id from voice_drops
      join voice_drop_likes on voice_drop_id = voice_drops.id where voice_drop_id = ${liked.id}`;
    return rows.length > 0;
  });

describe('the likes of an account', () => {
  it('are shown to nobody until it shows them, and again once it does not', async () => {
    expect(await viewers()).toEqual([]);
    await show(owner);
    expect(await viewers()).not.toEqual([]);
    await show(owner, false);
    expect(await viewers()).toEqual([]);
  });

  it('are shown to everyone except across a block', async () => {
    await show(owner);
    expect(await viewers()).toEqual(['visitor', 'owner', 'other', 'follower']);
  });

  it('are shown by a private account to its followers', async () => {
    await show(owner);
    await sql`update profiles set is_private = true where user_id = ${owner.id}`;
    expect(await viewers()).toEqual(['owner', 'follower']);
  });

  it('stay unreadable for others outside of the profile, also while they are shown', async () => {
    await show(owner);
    expect(await readers()).toEqual(['owner']);
    const [row] = await queryAs(people.other)`select count(*)::int as seen from voice_drop_likes`;
    expect(row).toEqual({ seen: 0 });
  });

  it('cannot be shown by another account', async () => {
    const { other } = people;
    await queryAs(other)`update account_settings set shows_likes = true where true`;
    expect(await viewers()).toEqual([]);
    expect(await shownTo('visitor', owner)).toEqual([]);
  });

  it('are shown of drops that the viewer may see', async () => {
    await show(owner);
    const { other } = people;
    const author = liked.owner;
    await sql`update voice_drops set privacy_level = 'followers' where id = ${liked.id}`;
    expect(await viewers()).toEqual([]);
    await make.follow(other, author);
    expect(await viewers()).toEqual(['other']);
    await make.block(author, other);
    expect(await viewers()).toEqual([]);
    expect(await shownTo(author, owner)).toEqual([liked.id]);
    await sql`update voice_drops set privacy_level = 'private' where id = ${liked.id}`;
    expect(await viewers()).toEqual([]);
    expect(await shownTo(author, owner)).toEqual([liked.id]);
  });

  it('are not shown to an account that has not given its second factor', async () => {
    await show(owner);
    await make.factor(people.other);
    expect(await viewers()).not.toContain('other');
    expect(await shownTo({ ...people.other, aal: 'aal2' }, owner)).toEqual([liked.id]);
  });

  it('are read page by page, the latest like first', async () => {
    await show(owner);
    await sql`delete from voice_drop_likes where true`;
    const drops: string[] = [];
    for (let index = 0; index < 22; index += 1) {
      const drop = await make.drop({ privacy_level: index % 7 === 0 ? 'private' : 'public' });
      const like = await make.like(liked.owner, drop);
      // Pairs of likes have the same time.
      await sql`
        update voice_drop_likes set user_id = ${owner.id},
          created_at = now() - ${`${Math.floor(index / 2)} minutes`}::interval
        where id = ${like}`;
      drops.push(drop.id);
    }
    const expected = await sql`
      select voice_drop_id from voice_drop_likes join voice_drops on voice_drops.id = voice_drop_id
      where privacy_level = 'public'
      order by voice_drop_likes.created_at desc, voice_drop_likes.id desc`;
    expect(expected.length).toBeGreaterThan(1);
    const [third] = await sql`
      select created_at::text as at, id from voice_drop_likes
      where voice_drop_id = ${expected[2]!['voice_drop_id']}`;
    const rest = await queryAs('visitor')`
      select voice_drop_id from shown_likes(${owner.id}, ${third!['at']}, ${third!['id']})`;
    const all = expected.map((row) => row['voice_drop_id']);
    expect(await shownTo('visitor', owner)).toEqual(all.slice(0, 20));
    expect(rest.map((row) => row['voice_drop_id'])).toEqual(all.slice(3));
  });
});
