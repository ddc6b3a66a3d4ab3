import { expect, it } from 'vitest';
import { babble } from '../../../../supabase/seed/babble.ts';
import type { Voice } from '../../../../supabase/seed/utterance.ts';
import { VOICE_FILTER_IDS } from '../../src/filter-ids.ts';
import { resample } from '../../src/resample.ts';
import { MEASURED } from '../anonymity.gen.ts';
import { classOf } from './classes.ts';
import { searchInverse } from './inverse-search.ts';
import { mask } from './masks.ts';
import { readAlong } from './read-along.ts';

const RATE = 16_000;

/** Without the frequencies that High Pitch would move beyond half the sample rate. */
const speak = (voice: Voice, about: string) =>
  resample(babble(1.2, voice, about, 11_025), 11_025, RATE);
const voice = speak(
  { pitch: 188, tract: 0.88, pace: 0.88, liveliness: 3, breath: 0.45 },
  'a voice to be masked',
);

/** These are other sounds than those of the table, since every machine has only the voice of this repository. */
it.each(VOICE_FILTER_IDS)('the measured inverse of %s has the class of the table', (id) => {
  const { waveform } = searchInverse(voice, mask(voice, RATE, id, `${id} to be undone`), RATE);
  const measured = MEASURED[id];
  expect(classOf({ ...measured, inverse: waveform })).toBe(classOf(measured));
  // A change of speed is undone exactly.
  expect(waveform).toBeGreaterThan(['chipmunk', 'deep'].includes(id) ? 0.99 : 0);
});

it('a voice with a slow time bend is aligned with the original', () => {
  // Up to 30 ms early or late, and 8 per cent faster or slower.
  const moments = Float64Array.from(
    voice,
    (_, i) => i + 480 * Math.sin((2 * Math.PI * i) / 38_000),
  );
  expect(searchInverse(voice, readAlong(voice, moments), RATE).waveform).toBeGreaterThan(0.5);
});

it('another sentence has a low inverse', () => {
  const other = speak(
    { pitch: 205, tract: 0.86, pace: 1, liveliness: 5, breath: 0.15 },
    'something else',
  );
  expect(searchInverse(voice, other, RATE).waveform).toBeLessThan(0.3);
});
