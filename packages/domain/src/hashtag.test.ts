import { describe, expect, it } from 'vitest';
import { detectHashtags, removeHashtag } from './hashtag.ts';

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
