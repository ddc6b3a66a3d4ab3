import { describe, expect, it } from 'vitest';
import * as mastodon from './fixtures/mastodon-cases.ts';
import * as twitter from './fixtures/twitter-text-cases.ts';
import { detectHashtags } from './hashtag.ts';
import { foldHashtag, isTag } from './hashtag-name.ts';
import { splitAtHashtags } from './hashtags-in-text.ts';
import { findMentions } from './mention.ts';

const tagsIn = (text: string) =>
  splitAtHashtags(text).flatMap(({ name }) => (name === undefined ? [] : foldHashtag(name)));
const namesIn = (text: string) => findMentions(text).map(({ username }) => username);

/** What is found here where it differs: digits alone are a hashtag, and marks belong to it only between two letters. */
const otherHashtags: Record<string, string[]> = {
  'On the #16 bus': ['16'],
  '#0': ['0'],
  '#_ #1_2 #122 #〃': ['_', '1_2', '122'],
  '#123 a #hashtag in a string': ['123', 'hashtag'],
  'hello #0123456': ['0123456'],
  '#महात्मा #महात्मा_१२३४ #१२३४ गांधी': ['महात्मा', 'महात्मा_१२३४', '१२३४'],
  '#云々 #学問のすゝめ #いすゞ #各〻 #各〃': ['云々', '学問のすゝめ', 'いすゞ', '各〻', '各'],
  '#メ～テレ ハッシュタグ内で～が認識されず': ['メ'],
  '#メ〜テレ ハッシュタグ内で～が認識されず': ['メ'],
  '#עַל־יְדֵי #וכו׳ #מ״כ': ['עַל', 'וכו', 'מ״כ'],
  '#བོད་སྐད་ #བོད་སྐད': ['བོད་སྐད', 'བོད་སྐད'],
};

/** The beginning of a retweet is a word like any other here. */
const isRetweet = (text: string) => /^rt@/i.test(text);

it.each(twitter.HASHTAG_CASES)('in %j, the hashtags are those of Twitter', (text, found) => {
  expect(tagsIn(text)).toEqual((otherHashtags[text] ?? found).map(foldHashtag));
});

it.each(mastodon.HASHTAG_CASES)('in %j, the first hashtag is that of Mastodon', (text, found) => {
  const expected = otherHashtags[text]?.[0] ?? found;
  expect(tagsIn(text)[0]).toBe(expected === undefined ? undefined : foldHashtag(expected));
});

it.each(twitter.MENTION_CASES)('in %j, the mentions are those of Twitter', (text, found) => {
  expect(namesIn(text)).toEqual(isRetweet(text) ? found.slice(1) : found);
});

it.each(mastodon.MENTION_CASES)(
  'in %j, the first mention is that of Mastodon, of accounts here',
  (text, found) => {
    expect(namesIn(text)[0]).toBe(found?.includes('@') ? undefined : found);
  },
);

describe('a hashtag of UTS #31', () => {
  const characters = Array.from({ length: 0x30000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));

  it('has every letter, mark and decimal digit of identifiers that is not ignorable', () => {
    const identifiers = characters.filter(
      (each) =>
        /[\p{L}\p{Mn}\p{Mc}\p{Nd}]/u.test(each) && /\p{XIDC}/u.test(each) && !/\p{DI}/u.test(each),
    );
    const missing = identifiers.filter(
      (each) => tagsIn(`#a${each}a`)[0] !== foldHashtag(`a${each}a`),
    );
    expect(missing).toEqual([]);
  });

  it('has no character of syntax or space', () => {
    const medial = /[・·׳״་]/u;
    const found = characters.filter(
      (each) =>
        /[\p{Pattern_Syntax}\p{Pattern_White_Space}\p{White_Space}]/u.test(each) &&
        !medial.test(each) &&
        isTag(`a${each}a`),
    );
    expect(found).toEqual([]);
  });

  it('stays the same when it is folded again', () => {
    const folded = characters.map(foldHashtag);
    expect(folded.filter((each) => foldHashtag(each) !== each)).toEqual([]);
    expect(detectHashtags('#ΜΆΪΟΣ #μάϊοσ')).toHaveLength(1);
  });
});
