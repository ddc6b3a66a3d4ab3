import { expect, it } from 'vitest';
import { wordDistance } from './recognized-words.ts';

const distance = (said: string, heard: string) =>
  wordDistance(said.split(' ').filter(Boolean), heard.split(' ').filter(Boolean));

it('words that are replaced, left out or added count once each', () => {
  expect(distance('the dog ran home', 'the dog ran home')).toBe(0);
  expect(distance('the dog ran home', 'the fog ran home')).toBe(1);
  expect(distance('the dog ran home', 'the ran home')).toBe(1);
  expect(distance('the dog ran home', 'the dog it ran back home')).toBe(2);
  expect(distance('the dog ran home', '')).toBe(4);
});
