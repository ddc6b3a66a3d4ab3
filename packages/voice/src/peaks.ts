/** How many peaks are stored for a clip: `voice_drops.waveform` holds exactly as many. */
export const PEAK_COUNT = 100;

/** A peak is a whole number from 0 (silence) to this, which is the clip's loudest moment. */
export const PEAK_MAX = 100;

/** A clip that never gets louder than this (-60 dB of full scale) is drawn as silence. */
const SILENCE = 0.001;

/**
 * A clip's outline: the greatest magnitude in each of `PEAK_COUNT` equal stretches, relative to the
 * loudest of them, as whole numbers from 0 to `PEAK_MAX`. Quiet takes are thus drawn as tall as
 * loud ones; silent and empty ones are all zeros.
 */
export function measurePeaks(samples: Float32Array): number[] {
  const magnitudes = Array.from({ length: PEAK_COUNT }, (_, index) =>
    greatestMagnitude(samples, ...stretch(index, PEAK_COUNT, samples.length)),
  );
  const loudest = Math.max(...magnitudes);
  if (loudest < SILENCE) return magnitudes.map(() => 0);
  return magnitudes.map((magnitude) => Math.round((magnitude / loudest) * PEAK_MAX));
}

/** Draws peaks with another number of bars: each bar is the greatest of the peaks that it covers. */
export function reducePeaks(peaks: readonly number[], bars: number): number[] {
  return Array.from({ length: bars }, (_, index) => {
    const [start, end] = stretch(index, bars, peaks.length);
    return peaks.slice(start, end).reduce((greatest, peak) => Math.max(greatest, peak), 0);
  });
}

/** Where the stretch of that index begins and ends when `length` items are cut into `count`. */
function stretch(index: number, count: number, length: number): [start: number, end: number] {
  const start = Math.floor((index * length) / count);
  const end = Math.ceil(((index + 1) * length) / count);
  return [start, end];
}

function greatestMagnitude(samples: Float32Array, start: number, end: number): number {
  let greatest = 0;
  for (let i = start; i < end; i++) {
    const magnitude = Math.abs(samples[i]!);
    if (magnitude > greatest) greatest = magnitude;
  }
  return greatest;
}
