// Nothing that the API offers contains what staff have taken from others. Tables and views are read from the catalog, so
// that one that is added later is covered, too.
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import type { Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, sql } = database;

/** A word that nothing else contains. */
const WORD = 'quagga';

const scene = async () => {
  const person = await make.person({ username: `${WORD}1`, bio: WORD });
  const drop = await make.drop({ title: WORD, hashtags: [WORD] }, person);
  const [fan, other, follower] = await make.people(3);
  await make.comment({ on: drop, content: WORD });
  await make.comment({ on: await make.drop({}, other), author: person, content: WORD });
  await make.follow(person, fan);
  await make.follow(follower, person);
  await make.like(fan, drop);
  await sql`update account_settings set shows_likes = true where user_id = ${fan.id}`;
  const viewers: Record<string, Persona> = {
    visitor: 'visitor',
    stranger: await make.person(),
    follower,
  };
  return { person, drop, fan, viewers };
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** What a persona can read, by its name: every table and view, and the functions that list drops, people or hashtags. */
async function readable({ fan }: Scene, persona: Persona): Promise<Record<string, string>> {
  const relations = await sql<{ name: string; columns: string }[]>`
    select oid::regclass::text as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_class join pg_attribute on attrelid = oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
      and attnum > 0 and not attisdropped
      and has_column_privilege(${persona === 'visitor' ? 'anon' : 'authenticated'}, oid, attnum, 'select')
    group by oid`;
  const shown = {
    shown_likes: `shown_likes('${fan.id}')`,
    related_tags: `related_tags('${WORD}')`,
  };
  const forMembers = {
    following_drops: 'following_drops()',
    suggested_people: 'suggested_people()',
    search_suggestions: `search_suggestions('${WORD}')`,
  };
  return {
    ...Object.fromEntries(
      relations.map(({ name, columns }) => [name, `(select ${columns} from ${name})`]),
    ),
    ...shown,
    objects: 'storage.objects',
    ...(persona !== 'visitor' && forMembers),
  };
}

/** Where each viewer finds a word or an id. */
async function placesOf(made: Scene, sought: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [viewer, persona] of Object.entries(made.viewers)) {
    found[viewer] = [];
    for (const [name, source] of Object.entries(await readable(made, persona))) {
      const statement = `select from ${source} as row where to_jsonb(row)::text ~ '${sought.join('|')}' limit 1`;
      const rows = await database.as(persona, (caller) => caller.unsafe(statement));
      if (rows.length > 0) found[viewer].push(name);
    }
    found[viewer].sort();
  }
  return found;
}

const apply = (kind: string, { id }: { id: string }, measure: string) =>
  sql`select private.apply_measure(${kind}, ${id}, ${measure})`;

const ofDrop = ({ id, path }: Drop) => [id, path];

const everywhere = ['live_drop_counts', 'objects', 'voice_drop_comments', 'voice_drops'];
const inLists = ['shown_likes', 'voice_drop_ranks', 'voice_drop_words'];

describe('a drop', () => {
  it('is found by others without a measure', async () => {
    const made = await scene();
    const places = [...everywhere, ...inLists].toSorted();
    expect(await placesOf(made, ofDrop(made.drop))).toEqual({
      visitor: places,
      stranger: places,
      follower: ['following_drops', ...places],
    });
  });

  it.each([['hold'], ['remove']])('is nowhere for others after %s', async (measure) => {
    const made = await scene();
    await apply('drop', made.drop, measure);
    expect(await placesOf(made, ofDrop(made.drop))).toEqual({
      visitor: [],
      stranger: [],
      follower: [],
    });
  });

  it('that is limited is where its address leads, and in no list', async () => {
    const made = await scene();
    await apply('drop', made.drop, 'limit');
    expect(await placesOf(made, ofDrop(made.drop))).toEqual({
      visitor: everywhere,
      stranger: everywhere,
      follower: everywhere,
    });
  });
});

it('a banned person is nowhere for others, but in the own follows of those who follow them', async () => {
  const made = await scene();
  const { person, drop } = made;
  const sought = [WORD, person.id, ...ofDrop(drop)];
  const { stranger } = await placesOf(made, sought);
  expect(stranger).toEqual(
    expect.arrayContaining(['hashtags', 'profiles', 'search_suggestions', 'suggested_people']),
  );
  await apply('person', person, 'ban');
  expect(await placesOf(made, sought)).toEqual({
    visitor: [],
    stranger: [],
    follower: ['follows'],
  });
});
