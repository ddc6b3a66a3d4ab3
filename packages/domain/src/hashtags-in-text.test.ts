import { expect, it } from 'vitest';
import { removeTrailingHashtags, splitAtHashtags } from './hashtags-in-text.ts';

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
    { start: 0, text: 'the ' },
    { start: 4, text: '#Night', name: 'Night' },
    { start: 10, text: ' bus' },
  ]);
  expect(splitAtHashtags('none')).toEqual([{ start: 0, text: 'none' }]);
});
