import { expect, it } from 'vitest';
import { begunMention, completeMention, splitMentions } from './mention.ts';

it.each([
  ['so true', []],
  ['@noor so true', ['noor']],
  ['listen, @noor.', ['noor']],
  ['(@noor) and\n@ben-2, @a.b_c!', ['noor', 'ben-2', 'a.b_c']],
  ['me@noor and @@noor', []],
  ['@no', []],
  ['@..- and @a..', []],
  [`@${'a'.repeat(31)}`, []],
])('%j mentions %j', (content, names) => {
  const parts = splitMentions(content);
  expect(parts.flatMap(({ username }) => username ?? [])).toEqual(names);
  expect(parts.map(({ text }) => text).join('')).toBe(content);
});

it.each([
  ['@no', 3, 'no'],
  ['so true @Noo', 12, 'Noo'],
  ['so @noor true', 5, 'n'],
  ['so @noor true', 13, undefined],
  ['@', 1, undefined],
  ['me@noor', 7, undefined],
])('in %j, with the caret at %i, the unfinished mention is %j', (text, caret, begun) => {
  expect(begunMention(text, caret)).toBe(begun);
});

it('completes a mention at the caret, followed by one space', () => {
  expect(completeMention('so @no', 6, 'noor')).toEqual({ text: 'so @noor ', caret: 9 });
  expect(completeMention('so @n true', 5, 'noor')).toEqual({ text: 'so @noor true', caret: 9 });
});
