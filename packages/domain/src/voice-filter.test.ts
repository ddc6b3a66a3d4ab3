import { expect, it } from 'vitest';
import { FEWER_VOICE_FILTERS, HIDES_WORDS, VOICE_FILTERS, voiceFilter } from './voice-filter.ts';

it('the filters are listed with their names and what they hide, the original and Veil first', () => {
  expect(
    VOICE_FILTERS.map(({ id, shownName, hides }) => [id, shownName, HIDES_WORDS[hides]]),
  ).toEqual([
    ['original', 'Original', 'Your own voice'],
    ['veil', 'Veil', 'Hides you best'],
    ['chipmunk', 'High Pitch', 'Anyone can undo it'],
    ['deep', 'Deep Voice', 'Anyone can undo it'],
    ['robot', 'Robot Voice', 'Hides some of you'],
    ['echo', 'Echo Effect', 'Anyone can undo it'],
    ['vintage', 'Vintage Radio', 'Anyone can undo it'],
    ['megaphone', 'Loud Hailer', 'Anyone can undo it'],
  ]);
});

it('a filter is found by its id', () => {
  expect(voiceFilter('echo').shownName).toBe('Echo Effect');
});

it('the shorter list has the original, Veil and the deep voice', () => {
  expect(FEWER_VOICE_FILTERS).toEqual(['original', 'veil', 'deep']);
});
