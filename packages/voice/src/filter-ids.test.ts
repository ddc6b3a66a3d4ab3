import { expect, test } from 'vitest';
import { VOICE_FILTER_IDS, isVoiceFilterId } from './filter-ids.ts';

test('the id of every filter is recognised', () => {
  expect(VOICE_FILTER_IDS.every(isVoiceFilterId)).toBe(true);
});

test.each(['', 'helium', 'Robot', 'toString', undefined, null, 0, ['robot']])(
  '%j is not recognised as the id of a filter',
  (value) => {
    expect(isVoiceFilterId(value)).toBe(false);
  },
);
