import { expect, test } from 'vitest';
import { VOICE_FILTER_IDS, isVoiceFilterId } from './filter-ids.ts';

test('every filter’s id is recognised', () => {
  expect(VOICE_FILTER_IDS.every(isVoiceFilterId)).toBe(true);
});

test.each(['', 'Robot', 'toString', undefined, null, 0, ['robot']])(
  '%j is not recognised as a filter',
  (value) => {
    expect(isVoiceFilterId(value)).toBe(false);
  },
);
