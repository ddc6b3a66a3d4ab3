import { expect, it } from 'vitest';
import { FEWER_VOICE_FILTERS, VOICE_FILTERS, voiceFilter } from './voice-filter.ts';

it('there are seven filters, the original first', () => {
  expect(VOICE_FILTERS.map(({ id, shownName }) => [id, shownName])).toEqual([
    ['original', 'Original'],
    ['chipmunk', 'High Pitch'],
    ['deep', 'Deep Voice'],
    ['robot', 'Robot Voice'],
    ['echo', 'Echo Effect'],
    ['vintage', 'Vintage Radio'],
    ['megaphone', 'Loud Hailer'],
  ]);
});

it('a filter is found by its id', () => {
  expect(voiceFilter('echo').shownName).toBe('Echo Effect');
});

it('the shorter list has the original and the deep voice', () => {
  expect(FEWER_VOICE_FILTERS).toEqual(['original', 'deep']);
});
