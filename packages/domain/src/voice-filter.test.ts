import { expect, it } from 'vitest';
import { FEWER_VOICE_FILTERS, HIDES_WORDS, VOICE_FILTERS, voiceFilter } from './voice-filter.ts';

it('there are eight filters, the original first and then the one that hides best', () => {
  expect(VOICE_FILTERS.map(({ id, shownName }) => [id, shownName])).toEqual([
    ['original', 'Original'],
    ['veil', 'Veil'],
    ['chipmunk', 'High Pitch'],
    ['deep', 'Deep Voice'],
    ['robot', 'Robot Voice'],
    ['echo', 'Echo Effect'],
    ['vintage', 'Vintage Radio'],
    ['megaphone', 'Loud Hailer'],
  ]);
});

it('a filter is found by its id', () => {
  expect(voiceFilter('echo').name).toBe('Echo Chamber');
});

it('the shorter list has the original, Veil and the deep voice', () => {
  expect(FEWER_VOICE_FILTERS).toEqual(['original', 'veil', 'deep']);
});

it('each filter says what it hides', () => {
  expect(VOICE_FILTERS.map(({ id, hides }) => [id, HIDES_WORDS[hides]])).toEqual([
    ['original', 'Your own voice'],
    ['veil', 'Hides you best'],
    ['chipmunk', 'For fun: anyone can undo it'],
    ['deep', 'For fun: anyone can undo it'],
    ['robot', 'Hides some of you'],
    ['echo', 'For fun: anyone can undo it'],
    ['vintage', 'For fun: anyone can undo it'],
    ['megaphone', 'For fun: anyone can undo it'],
  ]);
});
