import { expect, test } from 'vitest';
import { chromaprint } from './chromaprint.ts';
import { makeSpeech } from './testing/speech.ts';

// By `ffmpeg -i speech.wav -f chromaprint -fp_format raw`, of the same samples with 16 bits.
test.each([
  [
    11_025,
    [
      -2094458204, -2110835546, -2110840666, -2110836570, -2110914402, -953282482, -987073522,
      -869635826, 1290299662, 1286125839, 1286453531,
    ],
  ],
  [
    44_100,
    [
      -2094458204, -2111097690, -2110840666, -2110836570, -2110910306, -953282482, -1003850738,
      -869635826, 1286138126, 1286125839, 1286453275,
    ],
  ],
])('a print is the same as by Chromaprint itself, at %i Hz', (rate, byChromaprint) => {
  expect([...chromaprint(makeSpeech(4, rate), rate)]).toEqual(byChromaprint);
});

test('a clip that is too short has no print', () => {
  expect(chromaprint(makeSpeech(2.5, 44_100), 44_100)).toHaveLength(0);
  expect(chromaprint(new Float32Array(0), 44_100)).toHaveLength(0);
});
