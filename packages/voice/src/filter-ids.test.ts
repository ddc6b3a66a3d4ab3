import { expect, test } from 'vitest';
import { VOICE_FILTER_IDS, isVoiceFilterId } from './filter-ids.ts';

test('every filter is known by its id', () => {
  expect(VOICE_FILTER_IDS.every(isVoiceFilterId)).toBe(true);
});

test.each(['', 'Robot', 'toString', undefined, null, 0, ['robot']])('%j is no filter', (value) => {
  expect(isVoiceFilterId(value)).toBe(false);
});
