import { expect, it } from 'vitest';
import { filterName } from './voice-filter-name.ts';

it('a filter has a name in texts and one on cards', () => {
  expect(filterName('chipmunk')).toEqual({ name: 'Chipmunk', shownName: 'High Pitch' });
  expect(filterName('veil')).toEqual({ name: 'Veil', shownName: 'Veil' });
});

it('a filter of a later version is called by its id, and never the original voice', () => {
  expect(filterName('whale')).toEqual({ name: 'Whale', shownName: 'Whale' });
  expect(filterName('')).toEqual({ name: '', shownName: '' });
  expect(filterName('toString').shownName).toBe('ToString');
});
