import type { Sql } from 'postgres';
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

/** In the titles of the drops to be found. */
const WORD = 'quokka';

/** What everybody may search, and what a member is shown beyond that. */
const PUBLIC = 'voice_drop_words';
const WITHHELD = 'nonpublic_drop_words';

/** What a search finds: the rows of voice_drops to which the words of a view lead. */
const found = async (persona: Persona, word = WORD, view = PUBLIC): Promise<string[]> => {
  const rows = await database.as(
    persona,
    (sql) => sql<{ id: string }[]>`
      select voice_drops.id from voice_drops join ${sql(view)} as words on voice_drop_id = id
      where words.title ilike ${`%${word}%`} or handle ilike ${`%${word}%`}
        or words.hashtags @> ${[word]}`,
  );
  return rows.map(({ id }) => id);
};

/** The drops whose words the persona reads, without asking for the drops themselves. */
const readWords = async (persona: Persona, view = PUBLIC): Promise<string[]> => {
  const rows = await database.as(
    persona,
    (sql) => sql<{ id: string }[]>`
      select voice_drop_id as id from ${sql(view)} where title ilike ${`%${WORD}%`}`,
  );
  return rows.map(({ id }) => id);
};

const drop = (columns = {}, owner?: Person): Promise<Drop> =>
  database.make.drop({ title: `A ${WORD}`, ...columns }, owner);

const flag = ({ id }: Drop) =>
  database.sql`update voice_drops set is_flagged = true where id = ${id}`;

const personas = ['visitor', 'owner', 'other', 'follower', 'blocked', 'blocker'] as const;

/** A drop's owner, and everybody whose relation to them decides what they see. */
async function peopleAround({ owner }: Drop): Promise<Record<string, Persona>> {
  const [other, follower, blocked, blocker] = [
    await database.make.person(),
    await database.make.person(),
    await database.make.person(),
    await database.make.person(),
  ];
  await database.make.follow(follower, owner);
  await database.make.block(owner, blocked);
  await database.make.block(blocker, owner);
  return { visitor: 'visitor', owner, other, follower, blocked, blocker };
}

async function finders(posted: Drop, view = PUBLIC): Promise<string[]> {
  const people = await peopleAround(posted);
  const finding = [];
  for (const name of personas) {
    const persona = people[name] ?? 'visitor';
    // Visitors are refused what only members may read.
    if (persona === 'visitor' && view === WITHHELD) continue;
    const ids = await found(persona, WORD, view);
    // The words tell nobody of a drop that their owner may not be found by.
    expect(await readWords(persona, view)).toEqual(ids);
    if (ids.includes(posted.id)) finding.push(name);
  }
  return finding;
}

describe('by the words of public drops', () => {
  it('a public drop is found by all but those across a block', async () => {
    expect(await finders(await drop())).toEqual(['visitor', 'owner', 'other', 'follower']);
  });

  it.each(['followers', 'private'])('a drop for %s is found by nobody', async (level) => {
    expect(await finders(await drop({ privacy_level: level }))).toEqual([]);
  });

  it('a flagged drop is found by nobody, whatever their setting', async () => {
    const flagged = await drop();
    await flag(flagged);
    expect(await finders(flagged)).toEqual([]);
    const daring = await database.make.person({ block_inappropriate: false });
    expect(await database.sees(daring, flagged)).toBe(true);
    expect(await found(daring)).toEqual([]);
  });

  it('a drop of a private account is found by nobody', async () => {
    const posted = await drop();
    await database.sql`update profiles set is_private = true where user_id = ${posted.owner.id}`;
    expect(await finders(posted)).toEqual([]);
  });

  it('what is public again is found again', async () => {
    const posted = await drop({ privacy_level: 'private' });
    await flag(posted);
    await database.sql`
      update voice_drops set privacy_level = 'public', is_flagged = false where id = ${posted.id}`;
    expect(await found('visitor')).toEqual([posted.id]);
    await database.as(
      posted.owner,
      (sql) => sql`update voice_drops set privacy_level = 'private' where id = ${posted.id}`,
    );
    expect(await found('visitor')).toEqual([]);
  });

  it('a deleted drop is not found', async () => {
    const posted = await drop();
    await database.as(posted.owner, (sql) => sql`delete from voice_drops where id = ${posted.id}`);
    expect(await readWords('visitor')).toEqual([]);
  });

  it('a drop is found by its title, its hashtags and its author as they are now', async () => {
    const posted = await drop({ hashtags: ['wombat'] });
    expect(await found('visitor', posted.owner.username)).toEqual([posted.id]);
    expect(await found('visitor', 'wombat')).toEqual([posted.id]);
    await database.as(
      posted.owner,
      (sql) => sql`
        update voice_drops set title = 'A numbat', hashtags = '{bilby}' where id = ${posted.id}`,
    );
    await database.as(
      posted.owner,
      (sql) => sql`update profiles set username = 'Potoroo' where user_id = ${posted.owner.id}`,
    );
    for (const word of ['numbat', 'bilby', 'potoroo', 'POTOROO']) {
      expect([word, await found('visitor', word)]).toEqual([word, [posted.id]]);
    }
    for (const word of [WORD, 'wombat', posted.owner.username]) {
      expect([word, await found('visitor', word)]).toEqual([word, []]);
    }
  });

  it('a session without its second factor finds nothing', async () => {
    const me = await database.make.person();
    await drop();
    await database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${me.id}, 'totp', 'verified', now(), now())`;
    expect(await found(me)).toEqual([]);
    expect(await found({ ...me, aal: 'aal2' })).toHaveLength(1);
  });
});

describe('by the words of other drops', () => {
  it('a public drop is not found a second time', async () => {
    expect(await finders(await drop(), WITHHELD)).toEqual([]);
  });

  it('a drop for followers is found by them and its owner', async () => {
    const posted = await drop({ privacy_level: 'followers' });
    expect(await finders(posted, WITHHELD)).toEqual(['owner', 'follower']);
  });

  it('a private one is found by its owner alone', async () => {
    const posted = await drop({ privacy_level: 'private' });
    expect(await finders(posted, WITHHELD)).toEqual(['owner']);
  });

  it('a drop of an account that has become private is found by its followers', async () => {
    const posted = await drop();
    await database.sql`update profiles set is_private = true where user_id = ${posted.owner.id}`;
    expect(await finders(posted, WITHHELD)).toEqual(['owner', 'follower']);
  });

  it('a flagged one is found by its owner, and by those who want to see such drops', async () => {
    const flagged = await drop();
    await flag(flagged);
    expect(await finders(flagged, WITHHELD)).toEqual(['owner']);
    const daring = await database.make.person({ block_inappropriate: false });
    expect(await found(daring, WORD, WITHHELD)).toEqual([flagged.id]);
    await database.make.block(flagged.owner, daring);
    expect(await found(daring, WORD, WITHHELD)).toEqual([]);
  });

  it('a visitor is refused', async () => {
    await expect(found('visitor', WORD, WITHHELD)).rejects.toMatchObject(refused);
  });

  it('a session without its second factor finds nothing', async () => {
    const me = await database.make.person();
    const own = await drop({ privacy_level: 'private' }, me);
    await database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${me.id}, 'totp', 'verified', now(), now())`;
    expect(await found(me, WORD, WITHHELD)).toEqual([]);
    expect(await found({ ...me, aal: 'aal2' }, WORD, WITHHELD)).toEqual([own.id]);
  });
});

describe('the words themselves', () => {
  it('are read by a visitor through the view alone, and by a member only of drops that they see', async () => {
    const read = (persona: Persona) =>
      database.as(
        persona,
        (sql) => sql<{ id: string }[]>`
          select voice_drop_id as id from private.voice_drop_words where title ilike ${`%${WORD}%`}`,
      );
    const posted = await drop();
    const hidden = await drop({ privacy_level: 'private' });
    await expect(read('visitor')).rejects.toMatchObject(refused);
    expect(await read(await database.make.person())).toEqual([{ id: posted.id }]);
    expect(await read(hidden.owner)).toHaveLength(2);
  });

  it('are written by nobody', async () => {
    const posted = await drop();
    for (const persona of ['visitor', posted.owner] as const) {
      const write = (work: (sql: Sql) => PromiseLike<unknown>) =>
        expect(database.as(persona, work)).rejects.toMatchObject(refused);
      await write((sql) => sql`update voice_drop_words set title = 'Mine'`);
      await write((sql) => sql`delete from voice_drop_words`);
      await write((sql) => sql`update nonpublic_drop_words set title = 'Mine'`);
      await write((sql) => sql`delete from private.voice_drop_words`);
      await write(
        (sql) => sql`
          insert into voice_drop_words (voice_drop_id, title, hashtags)
          values (${posted.id}, 'Mine', '{}')`,
      );
    }
  });

  it('of a block that is taken back are read again', async () => {
    const posted = await drop();
    const reader = await database.make.person();
    await database.make.block(posted.owner, reader);
    expect(await readWords(reader)).toEqual([]);
    await database.sql`delete from blocks where blocked_id = ${reader.id}`;
    expect(await readWords(reader)).toEqual([posted.id]);
  });
});
