import { expect, it } from 'vitest';
import { VOICE_FILTERS } from '../../../domain/src/voice-filter.ts';
import { MEASURED } from '../anonymity.gen.ts';
import { classOf, type Figures } from './classes.ts';

const figures: Figures = { inverse: 0.1, eer1: 0.4, eer2: 0.35, eer3: 0.35, understanding: 0.8 };

it('a filter that leaves the voice as it is hides nothing', () => {
  expect(classOf({ ...figures, inverse: 1, understanding: 1 })).toBe('nothing');
});

it('a filter that can be undone hides little, however often a verifier errs', () => {
  expect(classOf({ ...figures, inverse: 0.6 })).toBe('little');
});

it('a filter that cannot be undone hides some', () => {
  expect(classOf({ ...figures, eer3: 0.05 })).toBe('some');
  expect(classOf({ ...figures, inverse: 0.4 })).toBe('some');
});

it('a filter hides most if a trained attacker often errs', () => {
  expect(classOf(figures)).toBe('most');
});

it('each filter is offered with the class that was measured', () => {
  const offered = VOICE_FILTERS.map((filter) => [filter.id, 'hides' in filter && filter.hides]);
  expect(offered).toEqual(VOICE_FILTERS.map(({ id }) => [id, classOf(MEASURED[id])]));
});
