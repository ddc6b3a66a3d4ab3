import { saturate } from '../gain.ts';

/** The constant pitch of the voice, in Hz: A2. */
const PITCH = 110;

/**
 * Length of a grain, in periods of `PITCH`. About one period of the speaker's own voice: long enough
 * for a vowel's timbre, too short for the speaker's pitch.
 */
const GRAIN = 1.1;

/** How hard the result is clipped: a pulse a period is spiky, and quiet at equal peak. */
const DRIVE = 3;

/**
 * Robot: pitch-synchronous overlap-add (Moulines and Charpentier 1990) onto one pitch that never
 * changes. Once per period of `PITCH` the grain around the loudest instant of the voice, where the
 * vocal folds close, is placed onto an even grid. That removes the melody of the speech, and keeps
 * words and unvoiced sounds.
 */
export function robot(samples: Float32Array, sampleRate: number): Float32Array<ArrayBuffer> {
  const period = sampleRate / PITCH;
  const window = hann(Math.ceil(GRAIN * period));
  const output = new Float32Array(samples.length);
  for (let beat = 0; beat * period < samples.length; beat++) {
    const start = Math.round(beat * period);
    const end = Math.min(samples.length, Math.round((beat + 1) * period));
    addGrain(
      output,
      Math.round((start + end) / 2),
      samples,
      loudestInstant(samples, start, end),
      window,
    );
  }
  saturate(output, DRIVE);
  return output;
}

function hann(length: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length),
  );
}

/** The index of the greatest positive sample: always of one sign, so that grains add up in phase. */
function loudestInstant(samples: Float32Array, start: number, end: number): number {
  let instant = start;
  let loudest = -Infinity;
  for (let i = start; i < end; i++) {
    if (samples[i]! > loudest) {
      loudest = samples[i]!;
      instant = i;
    }
  }
  return instant;
}

/** Adds the windowed samples around `from` to the output around `to`. */
function addGrain(
  output: Float32Array,
  to: number,
  samples: Float32Array,
  from: number,
  window: Float64Array,
): void {
  const half = window.length >> 1;
  const first = Math.max(0, half - from, half - to);
  const last = Math.min(window.length, samples.length - Math.max(from, to) + half);
  const read = from - half;
  const write = to - half;
  for (let i = first; i < last; i++) output[write + i]! += samples[read + i]! * window[i]!;
}
