import { expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

/** Wraps to lines of ten characters. */
const wrap = (text: string, maxLines = 3) => wrapText(text, 10, maxLines, ({ length }) => length);

it.each([
  ['', []],
  ['short', ['short']],
  ['two words', ['two words']],
  ['words on  two lines', ['words on', 'two lines']],
  ['Donaudampfschiff fuhr', ['Donaudampf', 'schiff', 'fuhr']],
  ['ten and ten and ten and ten and ten', ['ten and', 'ten and', 'ten and…']],
  ['a b c d e f g h i j k l m n o p q r s t', ['a b c d e', 'f g h i j', 'k l m n o…']],
])('%j is wrapped to %j', (text, lines) => {
  expect(wrap(text)).toEqual(lines);
});

it('an emoji of several code points is not broken', () => {
  const family = '👨‍👩‍👧';
  expect(wrapText(family.repeat(3), 16, 3, ({ length }) => length)).toEqual([
    family.repeat(2),
    family,
  ]);
});
