import { expect, it } from 'vitest';
import { countCharacters, truncateText } from './characters.ts';
import { cleanText, hasContent, isolate } from './text.ts';

const FAMILY = '👨\u200D👩\u200D👧';

it.each([
  ['\u200B\u2060\u00AD\u2800\u3164\uFFA0', false],
  [' \u{E0041}\uFE0F', false],
  ['.', true],
  [FAMILY, true],
])('%j shows something: %j', (text, shows) => {
  expect(hasContent(text)).toBe(shows);
});

it('cleaning removes what could turn the text after it, and keeps what scripts and emoji need', () => {
  expect(cleanText(' a\u202E\u2067\u0007\uFFFF\uD800b\r\nc ')).toBe('ab\nc');
  const text = `می\u200Cخواهم ශ්\u200Dරී שלום\u200F! ${FAMILY} 🏴\u{E0067}\u{E0062}\u{E007F}`;
  expect(cleanText(text)).toBe(text);
});

it('characters are counted and cut as people count them', () => {
  expect(countCharacters(FAMILY.repeat(25))).toBe(25);
  expect(countCharacters('नमस्ते e\u0301')).toBe(countCharacters('नमस्ते é'));
  expect(truncateText(FAMILY.repeat(51), 50)).toBe(FAMILY.repeat(50));
  expect(truncateText('a'.repeat(50), 50)).toBe('a'.repeat(50));
});

it('a text of characters with very many marks is cut at the code points that the database accepts', () => {
  const stacked = `a${'\u0301'.repeat(100)}`;
  expect(truncateText(stacked.repeat(10), 50)).toBe(stacked.repeat(3));
});

it('a text from right to left is isolated in a sentence, another is not', () => {
  expect(isolate('שלום')).toBe('\u2068שלום\u2069');
  expect(isolate('hello')).toBe('hello');
});
