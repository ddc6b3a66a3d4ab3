import { expect, it } from 'vitest';
import { dropTitle, truncateDescription } from './title.ts';

it('a drop is titled by its description', () => {
  expect(dropTitle('  I miss the sea ', 'echo')).toBe('I miss the sea');
});

it('a drop without a description is titled by its filter', () => {
  expect(dropTitle(' ', 'deep')).toBe('Voice Drop with Deep Voice filter');
});

it('a drop with a filter of a later version is titled by its id', () => {
  expect(dropTitle('', 'whale')).toBe('Voice Drop with Whale filter');
});

it('a description is cut at fifty characters', () => {
  expect(truncateDescription('a'.repeat(51))).toBe('a'.repeat(50));
});

it('a description is never cut through the middle of a character', () => {
  expect(truncateDescription(`${'a'.repeat(49)}🌊`)).toBe('a'.repeat(49));
});
