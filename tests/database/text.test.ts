import { detectHashtags } from '@undertone/domain/hashtag';
import { foldHashtag, isTag } from '@undertone/domain/hashtag-name';
import { ADDRESS_OR_MENTION, findMentions } from '@undertone/domain/mention';
import { cleanLine, cleanText, withoutBlanks } from '@undertone/domain/text';
import { describe, expect, it } from 'vitest';
import { breaksCheck } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { sql } = database;

/**
 * Every character that PostgreSQL can store, in the order of the code points, without the insides of planes that Unicode
 * leaves empty or to private use.
 */
const characters = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .filter(
    (code) =>
      code < 0x40000 || code >> 12 === 0xe0 || (code & 0xffff) < 2 || (code & 0xffff) > 0xfffc,
  )
  .map((code) => String.fromCodePoint(code));

const codeOf = (character: string) => character.codePointAt(0)!.toString(16);

/** The code points of characters that a function removes from a text of all characters. */
const removedBy = async (clean: (all: string) => string | Promise<string>) => {
  const left = new Set(await clean(characters.join('')));
  return characters.filter((character) => !left.has(character)).map(codeOf);
};

/** The results of a function of the database for texts. */
const inDatabase = async <T>(name: string, texts: string[]): Promise<T[]> => {
  const rows = await sql<{ result: T }[]>`
    select ${sql(`private.${name}`)}(written) as result
    from unnest(${texts}::text[]) with ordinality as texts (written, place) order by place`;
  return rows.map(({ result }) => result);
};

describe('the database and packages/domain agree over all of Unicode', () => {
  it.each([
    ['that show nothing', 'without_blanks', withoutBlanks],
    ['that are removed from free text', 'clean_text', cleanText],
  ])('about characters %s', async (_which, name, clean) => {
    const removed = await removedBy(clean);
    expect(removed.length).toBeGreaterThan(100);
    expect(await removedBy(async (all) => (await inDatabase<string>(name, [all]))[0]!)).toEqual(
      removed,
    );
  });

  it('about letters and digits of hashtags', async () => {
    const rows = await sql<{ range: string }[]>`
      select range::text from unnest(private.hashtag_letters() + private.hashtag_digits()) as range`;
    const parts = characters
      .filter((each) => each.normalize('NFKC') === each && isTag(foldHashtag(each)))
      .map((each) => each.codePointAt(0)!);
    const isFirst = (code: number, index: number) => parts[index - 1] !== code - 1;
    const isLast = (code: number, index: number) => parts[index + 1] !== code + 1;
    const ends = parts.filter(isLast);
    expect(rows.map(({ range }) => range)).toEqual(
      parts.filter(isFirst).map((first, index) => `[${first},${ends[index]! + 1})`),
    );
  });

  it('about the folding of hashtags', async () => {
    // U+0001 keeps characters from being composed.
    const [row] = await sql<{ normal: string }[]>`
      select normalize(${characters.join('\u0001')}, nfkc) as normal`;
    const normal = row!.normal.split('\u0001');
    const changed = characters
      .map((character, index) => ({
        character,
        normal: normal[index],
        here: foldHashtag(character),
      }))
      .filter(
        ({ character, normal, here }) =>
          character !== '\u0001' && (normal !== character || here !== character),
      );
    expect(changed.length).toBeGreaterThan(1000);
    const folded = await inDatabase<string>(
      'fold_hashtag',
      changed.map(({ character }) => character),
    );
    const different = changed
      .filter(({ here }, index) => folded[index] !== here)
      .map(({ character }) => character);
    const rows = await sql<{ character: string }[]>`
      select character from unnest(${different}::text[]) as character where unicode_assigned(character)`;
    expect(rows).toHaveLength(0);
    // Characters that the database's version of Unicode does not know have no normal form there.
    expect(await inDatabase('is_hashtag', different)).toEqual(different.map(() => false));
  });
});

describe('the database and packages/domain agree about texts', () => {
  it.each([
    ['clean_text', cleanText],
    ['clean_line', cleanLine],
  ])('that %s cleans', async (name, clean) => {
    const texts = [
      ' \u00A0so true\u3000\n',
      'one\r\ntwo\rthree\n\n four\u2028five\u0085six',
      'a\u0000b\u202Ec\u2067d'.replace('\u0000', '\u0001'),
      'می\u200Cخواهم 👩\u200D🎤 שלום\u200F!',
    ];
    expect(await inDatabase(name, texts)).toEqual(texts.map(clean));
  });

  it('that are hashtags', async () => {
    const texts = [
      'a',
      '1',
      '_',
      'ß',
      'ss',
      'ﬁ',
      'é',
      'e\u0301',
      '',
      ' ',
      'a b',
      '#a',
      'a/b',
      '<b>',
      '🎤',
      'a🎤',
      '\u200B',
      'a\u200Cb',
      'می\u200Cخواهم',
      '\u200Cا',
      'ا\u200C',
      '1\u200C2',
      'ジャン・ポール',
      '・ジ',
      'ジ・',
      'ジ・・ポ',
      'ジ･ポ',
      'il·lusió',
      'מ״כ',
      'བོད་སྐད',
      'a\u202Eb',
      'a'.repeat(200),
      'a'.repeat(201),
      'ü'.repeat(201),
    ];
    const isHashtag = await inDatabase('is_hashtag', texts);
    expect(texts.filter((_, index) => isHashtag[index])).toEqual(texts.filter(isTag));
  });

  it('that mention people', async () => {
    const texts = [
      '@noor so true',
      'listen, @noor.',
      '(@noor) and\n@ben-2, @a.b_c!',
      'me@noor and @@noor',
      '@no',
      '＠noor',
      'https://mastodon.social/@noor',
      '@noor@mastodon.social',
      'mastodon.social/@noor and @ben',
      '@noor…',
      '.@noor',
      'の@noorに',
      '@noorá',
      '@noor://',
      `@${'a'.repeat(31)}`,
      `@${'a'.repeat(28)}.bcd`,
      '@noor.-',
      '@noor- @ben_',
      'https://a.example/x,@noor、@ben',
      'www.a.example/@noor',
      '@a/@b',
      'x=@noor',
      '@noor.@ben',
      '@bénoor',
    ];
    const rows = await sql<{ names: string[] }[]>`
      select array(
        select found[1]
        from regexp_matches(written, ${ADDRESS_OR_MENTION}, 'g') as found where found[1] is not null
      ) as names
      from unnest(${texts}::text[]) with ordinality as texts (written, place) order by place`;
    const expected = texts.map((text) => findMentions(text).map(({ username }) => username));
    expect(rows.map(({ names }) => names)).toEqual(expected);
    const handles = await sql<{ names: string[] }[]>`
      select array(select private.mentioned_handles(written)) as names
      from unnest(${texts}::text[]) with ordinality as texts (written, place) order by place`;
    expect(handles.map(({ names }) => names.toSorted())).toEqual(
      expected.map((names) => [...new Set(names.map((name) => name.toLowerCase()))].toSorted()),
    );
  });
});

describe('a text without anything visible', () => {
  it.each(['\u200B', '\u2060', '\u00AD', '\u2800', '\u3164', '\u{E0041}', '\uFE0F'])(
    'is refused as a title, a comment and a bio: %j',
    async (text) => {
      for (const write of [
        () => database.make.drop({ title: text }),
        () => database.make.comment({ content: text }),
        () => database.make.person({ bio: text }),
      ]) {
        await sql`savepoint written`;
        await expect(write()).rejects.toMatchObject(breaksCheck);
        await sql`rollback to written`;
      }
    },
  );

  it('is refused as a title if only removed characters remain', async () => {
    await expect(database.make.drop({ title: '\u202E \u0007' })).rejects.toMatchObject(breaksCheck);
  });
});

describe('a stored text', () => {
  const text = ' one\u202E\r\ntwo\u0007 \uFDD0می\u200Cخواهم ';

  it('is cleaned in a title, of one line, when it is posted and changed', async () => {
    const drop = await database.make.drop({ title: text });
    const title = async () =>
      (await sql<{ title: string }[]>`select title from voice_drops where id = ${drop.id}`)[0]
        ?.title;
    expect(await title()).toBe('one two می\u200Cخواهم');
    await sql`update voice_drops set title = ${`${text}2`} where id = ${drop.id}`;
    expect(await title()).toBe('one two می\u200Cخواهم 2');
  });

  it('is cleaned in a bio, a comment and a report', async () => {
    const clean = 'one\ntwo می\u200Cخواهم';
    const { id } = await database.make.person({ bio: text });
    const [profile] = await sql`select bio from profiles where user_id = ${id}`;
    expect(profile?.bio).toBe(clean);
    const comment = await database.make.comment({ content: text });
    const [row] = await sql`select content from voice_drop_comments where id = ${comment.id}`;
    expect(row?.content).toBe(clean);
    const [report] = await sql`
      insert into reports (reporter_id, reported_user_id, reason, description)
      values (${id}, ${comment.author.id}, 'other', ${text}) returning description`;
    expect(report?.description).toBe(clean);
  });
});

describe('hashtags of a drop', () => {
  it('are folded and kept once, in their order', async () => {
    const { id } = await database.make.drop({
      hashtags: ['Straße', 'ｆｏｏ', 'STRASSE', 'a', 'a', 'İn'],
    });
    const [row] = await sql`select hashtags from voice_drops where id = ${id}`;
    expect(row?.hashtags).toEqual(['strasse', 'foo', 'a', 'i\u0307n']);
    expect(row?.hashtags).toEqual(detectHashtags('#Straße #ｆｏｏ #a #İn'));
  });
});
