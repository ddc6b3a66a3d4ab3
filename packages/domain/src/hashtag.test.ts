import { describe, expect, it } from 'vitest';
import { detectHashtags, removeHashtag } from './hashtag.ts';

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
