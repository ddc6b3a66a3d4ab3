import { CEPSTRUM_SIZE, LEVEL_SCALE, melCepstra, speechSpectrogram } from './cepstra.ts';
import { melodyOf } from './melody.ts';

/** A frame this far below the clip's loud ones is a pause, in the natural logarithm of the mean band: 30 dB. */
const PAUSE = 3 * Math.LN10;

/** Frames on each side over which the slope of a coefficient is measured. */
const DELTA_REACH = 2;
const DELTA_SCALE = 1 / 10;

/** The minimum length of a syllable in the level, in frames. */
const SYLLABLE = 6;

/**
 * The statistics of a clip that distinguish its speaker: means and deviations of the cepstra, separately
 * for voiced and unvoiced sounds, their slopes, pitch and its movement, pace and pauses, without the level.
 */
export function speakerStatistics(samples: Float32Array, sampleRate: number): Float64Array {
  const { rows, count } = melCepstra(speechSpectrogram(samples, sampleRate));
  const melody = melodyOf(samples, sampleRate);
  const levels = Float64Array.from({ length: count }, (_, i) => rows[i * CEPSTRUM_SIZE]!);
  const loud = levels.toSorted()[Math.floor(0.95 * (count - 1))]!;
  const spoken: number[] = [];
  for (let i = 0; i < count; i++) if ((loud - levels[i]!) * LEVEL_SCALE < PAUSE) spoken.push(i);
  const isVoiced = (frame: number) => (melody[Math.min(frame, melody.length - 1)] ?? 0) > 0;
  const voiced = spoken.filter(isVoiced);
  const unvoiced = spoken.filter((frame) => !isVoiced(frame));
  const changes = changesOf(rows, count);
  return Float64Array.from([
    ...momentsOf(rows, voiced.length > 0 ? voiced : spoken).means.slice(1),
    ...momentsOf(rows, unvoiced.length > 0 ? unvoiced : spoken).means.slice(1),
    ...momentsOf(rows, spoken).deviations,
    ...momentsOf(changes, spoken).deviations,
    ...melodyStatistics(melody),
    voiced.length / Math.max(1, spoken.length),
    spoken.length / count,
    syllableRate(levels),
  ]);
}

/** Means and standard deviations of each column over some rows. */
function momentsOf(rows: Float32Array, frames: readonly number[]) {
  const means = new Float64Array(CEPSTRUM_SIZE);
  const deviations = new Float64Array(CEPSTRUM_SIZE);
  for (const frame of frames) {
    for (let k = 0; k < CEPSTRUM_SIZE; k++) means[k]! += rows[frame * CEPSTRUM_SIZE + k]!;
  }
  for (let k = 0; k < CEPSTRUM_SIZE; k++) means[k]! /= frames.length;
  for (const frame of frames) {
    for (let k = 0; k < CEPSTRUM_SIZE; k++) {
      deviations[k]! += (rows[frame * CEPSTRUM_SIZE + k]! - means[k]!) ** 2;
    }
  }
  for (let k = 0; k < CEPSTRUM_SIZE; k++) deviations[k] = Math.sqrt(deviations[k]! / frames.length);
  return { means, deviations };
}

/** The slope of each coefficient over neighbouring frames. */
function changesOf(rows: Float32Array, count: number): Float32Array {
  const changes = new Float32Array(rows.length);
  for (let frame = DELTA_REACH; frame + DELTA_REACH < count; frame++) {
    for (let k = 0; k < CEPSTRUM_SIZE; k++) {
      let slope = 0;
      for (let lag = 1; lag <= DELTA_REACH; lag++) {
        const after = rows[(frame + lag) * CEPSTRUM_SIZE + k]!;
        slope += lag * (after - rows[(frame - lag) * CEPSTRUM_SIZE + k]!);
      }
      changes[frame * CEPSTRUM_SIZE + k] = slope * DELTA_SCALE;
    }
  }
  return changes;
}

/** The median, spread, range and slope of the logarithm of the pitch. */
function melodyStatistics(melody: Float32Array): number[] {
  const pitches = Array.from(melody)
    .filter((pitch) => pitch > 0)
    .map(Math.log)
    .sort((a, b) => a - b);
  if (pitches.length === 0) return [0, 0, 0, 0, 0, 0];
  const at = (share: number) => pitches[Math.floor(share * (pitches.length - 1))]!;
  const mean = pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length;
  const spread = Math.sqrt(
    pitches.reduce((sum, pitch) => sum + (pitch - mean) ** 2, 0) / pitches.length,
  );
  const steps: number[] = [];
  for (let i = 1; i < melody.length; i++) {
    if (melody[i]! > 0 && melody[i - 1]! > 0) {
      steps.push(Math.min(0.1, Math.abs(Math.log(melody[i]! / melody[i - 1]!))));
    }
  }
  const movement = steps.reduce((sum, step) => sum + step, 0) / Math.max(1, steps.length);
  return [at(0.5), mean, spread, at(0.1), at(0.9), movement];
}

/** The number of peaks of the level per second that stand out from their neighbourhood. */
function syllableRate(levels: Float64Array): number {
  let peaks = 0;
  for (let i = SYLLABLE; i + SYLLABLE < levels.length; i++) {
    let isPeak = true;
    for (let j = i - SYLLABLE; j <= i + SYLLABLE; j++) {
      if (levels[j]! > levels[i]!) isPeak = false;
    }
    if (isPeak) peaks++;
  }
  return (100 * peaks) / levels.length;
}
