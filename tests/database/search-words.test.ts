import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

/** A word in the titles of the drops that are searched. */
const WORD = 'quokka';

/** The views of the words that everyone may search, and of those that only some members may search. */
const PUBLIC = 'voice_drop_words';
const NONPUBLIC = 'nonpublic_drop_words';

/** The ids of the drops that a search finds through the words of a view. */
const found = async (persona: Persona, word = WORD, view = PUBLIC): Promise<string[]> => {
  const rows = await queryAs<{ id: string }[]>(persona)`
    select voice_drops.id from voice_drops join ${sql(view)} as words on voice_drop_id = id
    where words.title ilike ${`%${word}%`} or handle ilike ${`%${word}%`}
        or words.hashtags @> ${[word]}`;
  return rows.map(({ id }) => id);
};

/** The ids of the drops whose words a persona reads, without reading the drops. */
const readWords = async (persona: Persona, view = PUBLIC): Promise<string[]> => {
  const rows = await queryAs<{ id: string }[]>(persona)`
    select voice_drop_id as id from ${sql(view)} where title ilike ${`%${WORD}%`}`;
  return rows.map(({ id }) => id);
};

const drop = (columns = {}, owner?: Person): Promise<Drop> =>
  make.drop({ title: `A ${WORD}`, ...columns }, owner);

const flag = ({ id }: Drop) => sql`update voice_drops set is_flagged = true where id = ${id}`;

/** Which people around a drop find it through a view. */
async function finders(posted: Drop, view = PUBLIC): Promise<string[]> {
  const { visitor, ...members } = await peopleAround(make, posted);
  // Visitors may not read the words of nonpublic drops.
  const people = view === NONPUBLIC ? members : { visitor, ...members };
  return namesWhere(people, async (persona) => {
    const ids = await found(persona, WORD, view);
    // The words do not reveal a drop that the search does not find.
    expect(await readWords(persona, view)).toEqual(ids);
    return ids.includes(posted.id);
  });
}

describe('a search for the words of public drops', () => {
  it('finds a public drop for everyone except across a block', async () => {
    expect(await finders(await drop())).toEqual(['visitor', 'owner', 'other', 'follower']);
  });

  it.each(['followers', 'private'])(
    'does not find a drop of the privacy level %s',
    async (level) => {
      expect(await finders(await drop({ privacy_level: level }))).toEqual([]);
    },
  );

  it('does not find a flagged drop, whatever the searcher’s setting is', async () => {
    const flagged = await drop();
    await flag(flagged);
    expect(await finders(flagged)).toEqual([]);
    const daring = await make.person({ block_inappropriate: false });
    expect(await database.sees(daring, flagged)).toBe(true);
    expect(await found(daring)).toEqual([]);
  });

  it('does not find a drop of a private account', async () => {
    const posted = await drop();
    await sql`update profiles set is_private = true where user_id = ${posted.owner.id}`;
    expect(await finders(posted)).toEqual([]);
  });

  it('finds a drop that has become public, until it is private again', async () => {
    const posted = await drop({ privacy_level: 'private' });
    await flag(posted);
    await sql`
      update voice_drops set privacy_level = 'public', is_flagged = false where id = ${posted.id}`;
    expect(await found('visitor')).toEqual([posted.id]);
    await queryAs(posted.owner)`
      update voice_drops set privacy_level = 'private' where id = ${posted.id}`;
    expect(await found('visitor')).toEqual([]);
  });

  it('does not find a deleted drop', async () => {
    const posted = await drop();
    await queryAs(posted.owner)`delete from voice_drops where id = ${posted.id}`;
    expect(await readWords('visitor')).toEqual([]);
  });

  it('finds a drop by its current title, hashtags and author', async () => {
    const posted = await drop({ hashtags: ['wombat'] });
    expect(await found('visitor', posted.owner.username)).toEqual([posted.id]);
    expect(await found('visitor', 'wombat')).toEqual([posted.id]);
    await queryAs(posted.owner)`
      update voice_drops set title = 'A numbat', hashtags = '{bilby}' where id = ${posted.id}`;
    await queryAs(posted.owner)`
      update profiles set username = 'Potoroo' where user_id = ${posted.owner.id}`;
    for (const word of ['numbat', 'bilby', 'potoroo', 'POTOROO']) {
      expect([word, await found('visitor', word)]).toEqual([word, [posted.id]]);
    }
    for (const word of [WORD, 'wombat', posted.owner.username]) {
      expect([word, await found('visitor', word)]).toEqual([word, []]);
    }
  });

  it('finds nothing for a session without its second factor', async () => {
    const me = await make.person();
    await drop();
    await make.factor(me);
    expect(await found(me)).toEqual([]);
    expect(await found({ ...me, aal: 'aal2' })).toHaveLength(1);
  });
});

describe('a search for the words of nonpublic drops', () => {
  it('does not find a public drop a second time', async () => {
    expect(await finders(await drop(), NONPUBLIC)).toEqual([]);
  });

  it('finds a drop for followers for them and its owner', async () => {
    const posted = await drop({ privacy_level: 'followers' });
    expect(await finders(posted, NONPUBLIC)).toEqual(['owner', 'follower']);
  });

  it('finds a private drop for its owner alone', async () => {
    const posted = await drop({ privacy_level: 'private' });
    expect(await finders(posted, NONPUBLIC)).toEqual(['owner']);
  });

  it('finds a drop of a private account for its followers', async () => {
    const posted = await drop();
    await sql`update profiles set is_private = true where user_id = ${posted.owner.id}`;
    expect(await finders(posted, NONPUBLIC)).toEqual(['owner', 'follower']);
  });

  it('finds a flagged drop for its owner, and for people who do not hide flagged drops', async () => {
    const flagged = await drop();
    await flag(flagged);
    expect(await finders(flagged, NONPUBLIC)).toEqual(['owner']);
    const daring = await make.person({ block_inappropriate: false });
    expect(await found(daring, WORD, NONPUBLIC)).toEqual([flagged.id]);
    await make.block(flagged.owner, daring);
    expect(await found(daring, WORD, NONPUBLIC)).toEqual([]);
  });

  it('is refused for a visitor', async () => {
    await expect(found('visitor', WORD, NONPUBLIC)).rejects.toMatchObject(refused);
  });

  it('finds nothing for a session without its second factor', async () => {
    const me = await make.person();
    const own = await drop({ privacy_level: 'private' }, me);
    await make.factor(me);
    expect(await found(me, WORD, NONPUBLIC)).toEqual([]);
    expect(await found({ ...me, aal: 'aal2' }, WORD, NONPUBLIC)).toEqual([own.id]);
  });
});

describe('the table of words', () => {
  it('is readable for a visitor only through the view, and for a member only where they see the drop', async () => {
    const read = (persona: Persona) =>
      queryAs<{ id: string }[]>(persona)`
        select voice_drop_id as id from private.voice_drop_words where title ilike ${`%${WORD}%`}`;
    const posted = await drop();
    const hidden = await drop({ privacy_level: 'private' });
    await expect(read('visitor')).rejects.toMatchObject(refused);
    expect(await read(await make.person())).toEqual([{ id: posted.id }]);
    expect(await read(hidden.owner)).toHaveLength(2);
  });

  it('shows the words of a drop again when a block is removed', async () => {
    const posted = await drop();
    const reader = await make.person();
    await make.block(posted.owner, reader);
    expect(await readWords(reader)).toEqual([]);
    await sql`delete from blocks where blocked_id = ${reader.id}`;
    expect(await readWords(reader)).toEqual([posted.id]);
  });
});
