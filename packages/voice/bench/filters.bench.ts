// node packages/voice/bench/filters.bench.ts
// Measures how many times faster than real time each voice filter is, from WAV bytes to WAV bytes, and
// compares it with SoundTouchJS, which moves the pitch of the same clip, from samples to samples.
import { SimpleFilter, SoundTouch } from 'soundtouchjs';
import { median } from '../../../scripts/lib/bench/percentile.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';
import { makeSpeech } from '../src/testing/speech.ts';
import { filterWav } from '../src/filter-wav.ts';
import { VOICE_FILTER_IDS } from '../src/filter-ids.ts';
import { writeWav } from '../src/write-wav.ts';

const SECONDS = 60;
const SAMPLE_RATE = 44_100;
const WARM_UP_ROUNDS = 4;
const ROUNDS = 15;
const OPTIONS = { random: Uint32Array.of(1, 2, 3, 4) };

/** Moves the pitch up by 1.3, as chipmunk does, but without changing the length. */
function shiftPitchBySoundTouch(samples: Float32Array): void {
  const pipe = new SoundTouch();
  pipe.pitch = 1.3;
  const source = {
    extract(target: Float32Array, frames: number, position: number): number {
      const available = Math.max(0, Math.min(frames, samples.length - position));
      for (let i = 0; i < available; i++) {
        target[2 * i] = target[2 * i + 1] = samples[position + i]!;
      }
      return available;
    },
  };
  const filter = new SimpleFilter(source, pipe);
  const output = new Float32Array(2 * 8192);
  while (filter.extract(output, 8192) > 0);
}

const samples = makeSpeech(SECONDS, SAMPLE_RATE);
const bytes = writeWav(samples, SAMPLE_RATE);
const peer = {
  name: 'SoundTouchJS',
  run: () => shiftPitchBySoundTouch(samples),
  times: [] as number[],
};
const subjects = [
  ...VOICE_FILTER_IDS.map((id) => ({
    name: id,
    run: () => void filterWav(bytes, id, OPTIONS),
    times: [] as number[],
  })),
  peer,
];
// All subjects are measured in each round, so that disturbances of the machine affect all alike.
for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
  for (const { run, times } of subjects) {
    const start = performance.now();
    run();
    if (round >= WARM_UP_ROUNDS) times.push((performance.now() - start) / 1000);
  }
}
const rows: Rows = {};
for (const { name, times } of subjects) {
  rows[name] = {
    'median, × real time': SECONDS / median(times),
    'best, × real time': SECONDS / Math.min(...times),
    '× SoundTouchJS': median(peer.times) / median(times),
  };
}
report(`${SECONDS} s of mono at ${SAMPLE_RATE} Hz, ${ROUNDS} rounds`, rows);
