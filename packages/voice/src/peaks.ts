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
  const start = (index: number) => (index * samples.length) / PEAK_COUNT;
  const magnitudes = Array.from({ length: PEAK_COUNT }, (_, index) =>
    greatestMagnitude(samples, Math.floor(start(index)), Math.ceil(start(index + 1))),
  );
  const loudest = Math.max(...magnitudes);
  if (loudest < SILENCE) return magnitudes.map(() => 0);
  return magnitudes.map((magnitude) => Math.round((magnitude / loudest) * PEAK_MAX));
}

function greatestMagnitude(samples: Float32Array, start: number, end: number): number {
  let greatest = 0;
  for (let i = start; i < end; i++) {
    const magnitude = Math.abs(samples[i]!);
    if (magnitude > greatest) greatest = magnitude;
  }
  return greatest;
}
