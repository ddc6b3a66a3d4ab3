import { expect, it } from 'vitest';
import { dropPageTitle, withoutDirectionMarks } from './drop-page-title.ts';

it('the title names the drop and its author', () => {
  expect(dropPageTitle('Night bus', 'mira')).toBe('Night bus by @mira');
  expect(dropPageTitle(null, null)).toBe('Voice Drop by @Anonymous');
});

it('direction marks in a title do not affect the author’s name', () => {
  expect(dropPageTitle('\u202Enight \u2066bus', 'mira')).toBe('night bus by @mira');
  expect(dropPageTitle('\u202E', 'mira')).toBe('Voice Drop by @mira');
  expect(dropPageTitle('שלום\u200F!', 'mira')).toBe('\u2068שלום!\u2069 by @mira');
});

it('removes every character with Unicode’s Bidi_Control property', () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('');
  const left = withoutDirectionMarks(all);
  expect(left).not.toMatch(/\p{Bidi_Control}/u);
  expect(left).toHaveLength(all.length - (all.match(/\p{Bidi_Control}/gu) ?? []).length);
});

it('keeps zero-width joiners and non-joiners', () => {
  expect(withoutDirectionMarks('می\u200Cخواهم 👩\u200D🎤')).toBe('می\u200Cخواهم 👩\u200D🎤');
});
