import { describe, expect, it } from 'vitest';
import {
  detectHashtags,
  removeHashtag,
  removeTrailingHashtags,
  splitAtHashtags,
} from './hashtag.ts';

it.each([
  // Letters of every script, digits and underscores.
  ['Late #Night_2 thoughts, #radio!', ['night_2', 'radio']],
  ['#Übung #夜 #हिन्दी', ['übung', '夜', 'हिन्दी']],
  // Each tag once, whatever its case, and at most five.
  ['#Echo #echo #ECHO', ['echo']],
  ['#a #b #c #d #e #f', ['a', 'b', 'c', 'd', 'e']],
  ['#one#two', ['one', 'two']],
  ['# nothing #! here', []],
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
  ['Breaking: the pigeon is back #news #pigeon', 'Breaking: the pigeon is back'],
  ['Late #night bus #work ', 'Late #night bus'],
  ['#sea #夜', ''],
  ['We are #1', 'We are #1'],
  ['In #2026 #late', 'In #2026'],
  ['song#two', 'song#two'],
  ['Nothing', 'Nothing'],
])('the text %j without its trailing hashtags is %j', (text, words) => {
  expect(removeTrailingHashtags(text)).toBe(words);
});

it('a text is split at its hashtags', () => {
  expect(splitAtHashtags('the #Night bus')).toEqual([
    { start: 0, text: 'the ', isTag: false },
    { start: 4, text: '#Night', isTag: true },
    { start: 10, text: ' bus', isTag: false },
  ]);
  const tags = splitAtHashtags('#a#b').filter(({ isTag }) => isTag);
  expect(tags.map(({ start, text }) => [start, text])).toEqual([
    [0, '#a'],
    [2, '#b'],
  ]);
  expect(splitAtHashtags('none')).toHaveLength(1);
});
