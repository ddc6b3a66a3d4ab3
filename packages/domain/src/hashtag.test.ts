import { describe, expect, it } from 'vitest';
import {
  detectHashtags,
  removeHashtag,
  removeTrailingHashtags,
  splitAtHashtags,
} from './hashtag.ts';

describe('detecting hashtags', () => {
  it('finds letters, digits and underscores after a #, in lower case', () => {
    expect(detectHashtags('Late #Night_2 thoughts, #radio!')).toEqual(['night_2', 'radio']);
  });

  it('finds each tag once, whatever its case', () => {
    expect(detectHashtags('#Echo #echo #ECHO')).toEqual(['echo']);
  });

  it('finds no more than five', () => {
    expect(detectHashtags('#a #b #c #d #e #f')).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('finds letters of every script', () => {
    expect(detectHashtags('#Übung #夜 #हिन्दी')).toEqual(['übung', '夜', 'हिन्दी']);
  });

  it('finds none in a single # or in plain text', () => {
    expect(detectHashtags('# nothing #! here')).toEqual([]);
  });

  it('separates tags that touch', () => {
    expect(detectHashtags('#one#two')).toEqual(['one', 'two']);
  });
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
