import { expect, it } from 'vitest';
import { splitAtHashtags, withoutLastHashtags } from './split-hashtags.ts';

it.each([
  ['Breaking: the pigeon is back #news #pigeon', 'Breaking: the pigeon is back'],
  ['Late #night bus #work ', 'Late #night bus'],
  ['#sea #夜', ''],
  ['We are #1', 'We are #1'],
  ['In #2026 #late', 'In #2026'],
  ['song#two', 'song#two'],
  ['Nothing', 'Nothing'],
])('of %j the words without the hashtags at its end are %j', (text, words) => {
  expect(withoutLastHashtags(text)).toBe(words);
});

it('a text is split at its hashtags, which stand at odd indexes', () => {
  expect(splitAtHashtags('the #Night bus')).toEqual(['the ', '#Night', ' bus']);
  expect(splitAtHashtags('#a#b')).toEqual(['', '#a', '', '#b', '']);
  expect(splitAtHashtags('none')).toEqual(['none']);
});
