import { describe, expect, it } from 'vitest';
import { detectHashtags, removeHashtag } from './hashtag.ts';

describe('detecting hashtags', () => {
  it('takes letters, digits and underscores after a #, in lower case', () => {
    expect(detectHashtags('Late #Night_2 thoughts, #radio!')).toEqual(['night_2', 'radio']);
  });

  it('takes each tag once, whatever its case', () => {
    expect(detectHashtags('#Echo #echo #ECHO')).toEqual(['echo']);
  });

  it('takes no more than five', () => {
    expect(detectHashtags('#a #b #c #d #e #f')).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('takes letters of every script', () => {
    expect(detectHashtags('#Übung #夜 #हिन्दी')).toEqual(['übung', '夜', 'हिन्दी']);
  });

  it('finds none in a lone # or in plain text', () => {
    expect(detectHashtags('# nothing #! here')).toEqual([]);
  });

  it('separates tags that touch', () => {
    expect(detectHashtags('#one#two')).toEqual(['one', 'two']);
  });
});

describe('removing a hashtag', () => {
  it('strips every occurrence, in any case, with the gap it leaves', () => {
    expect(removeHashtag('so #Tired of #work and #tired', 'tired')).toBe('so of #work and');
  });

  it('leaves a longer tag that begins alike', () => {
    expect(removeHashtag('#work #workday', 'work')).toBe('#workday');
  });
});
