// node packages/voice/bench/filters.bench.ts
// How many times faster than realtime each voice filter is, WAV bytes in to WAV bytes out, beside
// SoundTouchJS moving the pitch of the same clip, from samples to samples, in the same run.
import { cpus } from 'node:os';
import { SimpleFilter, SoundTouch } from 'soundtouchjs';
import { makeSpeech } from '../src/testing/speech.ts';
import { filterWav } from '../src/filter-wav.ts';
import { VOICE_FILTER_IDS } from '../src/filter-ids.ts';
import { writeWav } from '../src/write-wav.ts';

const SECONDS = 60;
const SAMPLE_RATE = 44_100;
const WARM_UP_ROUNDS = 4;
const ROUNDS = 15;
const OPTIONS = { random: Uint32Array.of(1, 2, 3, 4) };

export type Speed = {
  name: string;
  /** Seconds of sound per second of work: over the median round, and over the best. */
  median: number;
  best: number;
  /** The median as a multiple of SoundTouchJS's. */
  ratio: number;
};

/** Measures all filters and SoundTouchJS one after another in each round, so that disturbances of the machine affect all alike. */
export function benchFilters(): Speed[] {
  const samples = makeSpeech(SECONDS, SAMPLE_RATE);
  const bytes = writeWav(samples, SAMPLE_RATE);
  const peer = 'SoundTouchJS';
  const subjects = [
    ...VOICE_FILTER_IDS.map((id) => ({ name: id, run: () => void filterWav(bytes, id, OPTIONS) })),
    { name: peer, run: () => shiftPitchBySoundTouch(samples) },
  ];
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const { name, run } of subjects) {
      const start = performance.now();
      run();
      const seconds = (performance.now() - start) / 1000;
      if (round >= WARM_UP_ROUNDS) times.get(name)!.push(seconds);
    }
  }
  const peerSpeed = speedAt(times.get(peer)!, 0.5);
  return [...times].map(([name, seconds]) => {
    const median = speedAt(seconds, 0.5);
    return { name, median, best: speedAt(seconds, 0), ratio: median / peerSpeed };
  });
}

/** Seconds of sound per second of work in the round at that quantile of all times. */
function speedAt(seconds: number[], quantile: number): number {
  const sorted = seconds.toSorted((a, b) => a - b);
  return SECONDS / sorted[Math.floor(quantile * sorted.length)]!;
}

/** Moves the pitch up by 1.3, as chipmunk does, though without changing the length. */
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

function printSpeeds(speeds: Speed[]): void {
  const processors = cpus();
  console.log(`${processors[0]?.model}, ${processors.length} cores, Node ${process.version}`);
  console.log(`${SECONDS} s of mono at ${SAMPLE_RATE} Hz, median and best of ${ROUNDS} rounds\n`);
  console.log('               median      best   beside SoundTouchJS');
  for (const { name, median, best, ratio } of speeds) {
    const columns = [times(median, 0).padStart(8), times(best, 0).padStart(9), times(ratio, 1)];
    console.log(`${name.padEnd(13)}${columns[0]} ${columns[1]} ${columns[2]!.padStart(21)}`);
  }
}

function times(factor: number, digits: number): string {
  return `${factor.toFixed(digits)}×`;
}

if (import.meta.main) printSpeeds(benchFilters());
