import { expect, it } from 'vitest';
import { withoutDirectionMarks } from './direction-marks.ts';

it('leaves out every sign that Unicode lists as turning the direction of a text', () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('');
  const left = withoutDirectionMarks(all);
  expect(left).not.toMatch(/\p{Bidi_Control}/u);
  expect(left).toHaveLength(all.length - (all.match(/\p{Bidi_Control}/gu) ?? []).length);
});

it('keeps what scripts and pictures are joined by', () => {
  expect(withoutDirectionMarks('می\u200Cخواهم 👩\u200D🎤')).toBe('می\u200Cخواهم 👩\u200D🎤');
});
