import { describe, expect, it } from 'vitest';
import { detectHashtags, readHashtag, removeHashtag } from './hashtag.ts';

it.each([
  // Letters of every script, digits and underscores.
  ['Late #Night_2 thoughts, #radio!', ['night_2', 'radio']],
  ['#Übung #夜 #हिन्दी', ['übung', '夜', 'हिन्दी']],
  // Each tag once, whatever its case, and at most five.
  ['#Echo #echo #ECHO', ['echo']],
  ['#a #b #c #d #e #f', ['a', 'b', 'c', 'd', 'e']],
  ['#one#two', ['one']],
  ['# nothing #! here', []],
  // NFKC and full case folding.
  ['#Straße #STRASSE #ｆｏｏ ＃Foo', ['strasse', 'foo']],
  // Joiners and middle dots between two letters.
  ['#می\u200Cخواهم #ジャン・ポール #ශ්\u200Dරී', ['می\u200Cخواهم', 'ジャン・ポール', 'ශ්\u200Dරී']],
  ['#a\u200C #1・2', ['a', '1']],
  // Neither in a word, an entity nor an address.
  ['foo#bar page#section &#39; https://a.example/(b)#c a.example/#d пример.рф/#e', []],
  ['#7', ['7']],
  ['#🎤 #\u200B #\u202Ea', []],
])('the hashtags of %j are %j', (text, tags) => {
  expect(detectHashtags(text)).toEqual(tags);
});

describe('removing a hashtag', () => {
  it('removes every occurrence, in any case, with the spaces that remain', () => {
    expect(removeHashtag('so #Tired of #work and #tired', 'tired')).toBe('so of #work and');
  });

  it('keeps a longer tag with the same beginning', () => {
    expect(removeHashtag('#work #workday', 'work')).toBe('#workday');
  });
});

it.each([
  ['#Night', 'night'],
  ['＃Night', 'night'],
  ['#night bus', undefined],
  ['night', undefined],
  ['', undefined],
])('%j as a whole is the hashtag %j', (text, tag) => {
  expect(readHashtag(text)).toBe(tag);
});
