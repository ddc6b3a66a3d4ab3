import { expect, it } from 'vitest';
import { filterName } from './voice-filter-name.ts';

it('a filter is called by its name, not by its id', () => {
  expect(filterName('chipmunk')).toBe('High Pitch');
  expect(filterName('veil')).toBe('Veil');
});

it('a filter of a later version is called by its id, and never the original voice', () => {
  expect(filterName('whale')).toBe('Whale');
  expect(filterName('')).toBe('');
  expect(filterName('toString')).toBe('ToString');
});
