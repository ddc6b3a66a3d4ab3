import { describe, expect, test } from 'vitest';
import { robot } from './robot.ts';
import { correlationAt } from '../testing/spectrum.ts';
import { makeBuzz } from '../testing/tone.ts';

const SAMPLE_RATE = 44_100;
const PERIOD = Math.round(SAMPLE_RATE / 110);

describe('a voice becomes one of 110 Hz', () => {
  test.each([85, 100, 130, 150, 180, 210, 240])('from %i Hz', (pitch) => {
    const spoken = robot(makeBuzz(pitch, 0.5, SAMPLE_RATE), SAMPLE_RATE).subarray(4410, -4410);
    expect(correlationAt(spoken, PERIOD)).toBeGreaterThan(0.6);
  });

  test('has no melody', () => {
    // The pitch rises from 100 to 200 Hz; a lag that fits its start does not fit its end.
    const rising = new Float32Array(SAMPLE_RATE);
    for (let phase = 0, i = 0; i < rising.length; i++) {
      phase += (100 + (100 * i) / rising.length) / SAMPLE_RATE;
      rising[i] = 0.5 * Math.exp(-8 * (phase % 1));
    }
    const spoken = robot(rising, SAMPLE_RATE);
    for (const at of [0.1, 0.4, 0.7]) {
      const stretch = [at * SAMPLE_RATE, (at + 0.2) * SAMPLE_RATE] as const;
      const before = correlationAt(rising.subarray(...stretch), PERIOD);
      const after = correlationAt(spoken.subarray(...stretch), PERIOD);
      expect(after).toBeGreaterThan(0.85);
      expect(after).toBeGreaterThan(before);
    }
  });
});
