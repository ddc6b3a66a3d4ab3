import { expect, it } from 'vitest';
import { PreparedTexts } from './prepared-texts.ts';

it('prepares a text that is asked for again, and goes on doing so', () => {
  const texts = new PreparedTexts();
  expect([1, 2, 3].map((uses) => texts.isPrepared('select 1', uses))).toEqual([false, true, true]);
});

it('prepares no more than there is room for, until the connections are new', () => {
  let now = 0;
  const texts = new PreparedTexts(() => now);
  const prepared = Array.from({ length: 300 }, (_, index) =>
    texts.isPrepared(`select ${index}`, 2),
  );
  expect(prepared.filter(Boolean)).toHaveLength(200);
  expect(texts.isPrepared('select 0', 3)).toBe(true);
  expect(texts.isPrepared('late', 9)).toBe(false);
  now = 61 * 60 * 1000;
  expect(texts.isPrepared('late', 10)).toBe(true);
});
