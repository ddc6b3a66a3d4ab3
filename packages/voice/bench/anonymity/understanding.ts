import { spectrogramAt } from './spectrogram.ts';

/** Fifteen bands, a third of an octave each, the lowest around 150 Hz: Taal et al. 2011. */
const BANDS = 15;
const LOWEST_CENTER = 150;

/** The length of a frame and the distance between two, in seconds. */
const FRAME = 0.0256;
const STEP = 0.0128;

/** Frames over which envelopes are compared: 384 ms, a syllable or two. */
const SEGMENT = 30;

/** Frames whose power is this far below the loudest one's are pauses and do not count: 40 dB. */
const PAUSE = 1e-4;

/** The maximum ratio of a segment's envelope to the unmasked one: -15 dB of signal to distortion. */
const CLIPPED = 1 + 10 ** (15 / 20);

/**
 * How much can still be understood of a masked voice: the correlation of the envelopes of third-octave
 * bands with those of the unmasked voice, over segments of 384 ms (the idea of STOI: Taal, Hendriks,
 * Heusdens and Jensen, "An algorithm for intelligibility prediction of time-frequency weighted noisy
 * speech", 2011). 1 for the same sound, about 0 for an unrelated one.
 *
 * @param clean the unmasked voice without noise
 * @param timeOf the moment in the masked clip for a moment in the unmasked one, both in seconds
 */
export function understanding(
  clean: Float32Array,
  masked: Float32Array,
  sampleRate: number,
  timeOf: (seconds: number) => number,
): number {
  const count = Math.max(1, Math.floor(clean.length / sampleRate / STEP));
  const times = Float64Array.from({ length: count }, (_, i) => (i + 0.5) * STEP);
  const reference = bandEnvelopes(clean, sampleRate, times);
  const heard = bandEnvelopes(masked, sampleRate, times.map(timeOf));
  const powers = times.map((_, frame) => {
    let power = 0;
    for (let band = 0; band < BANDS; band++) power += reference[frame * BANDS + band]! ** 2;
    return power;
  });
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0);
  const spoken: number[] = [];
  powers.forEach((power, frame) => {
    if (power > PAUSE * loudest) spoken.push(frame);
  });
  let sum = 0;
  let compared = 0;
  for (let end = SEGMENT; end <= spoken.length; end++) {
    const frames = spoken.slice(end - SEGMENT, end);
    for (let band = 0; band < BANDS; band++) {
      sum += likeness(
        frames.map((frame) => reference[frame * BANDS + band]!),
        frames.map((frame) => heard[frame * BANDS + band]!),
      );
      compared++;
    }
  }
  return compared === 0 ? 0 : sum / compared;
}

/** The amplitudes of the bands at given moments, in seconds: a row of fifteen for each. */
function bandEnvelopes(
  samples: Float32Array,
  sampleRate: number,
  times: Float64Array,
): Float64Array {
  const { powers, count, bins, binWidth } = spectrogramAt(samples, sampleRate, {
    centers: times.map((time) => time * sampleRate),
    length: Math.round(FRAME * sampleRate),
    preEmphasis: false,
  });
  const envelopes = new Float64Array(count * BANDS);
  for (let band = 0; band < BANDS; band++) {
    const center = LOWEST_CENTER * 2 ** (band / 3);
    const first = Math.round((center * 2 ** (-1 / 6)) / binWidth);
    const end = Math.min(bins, Math.max(first + 1, Math.round((center * 2 ** (1 / 6)) / binWidth)));
    for (let frame = 0; frame < count; frame++) {
      let power = 0;
      for (let bin = first; bin < end; bin++) power += powers[frame * bins + bin]!;
      envelopes[frame * BANDS + band] = Math.sqrt(power);
    }
  }
  return envelopes;
}

/** The correlation of two envelopes after the second is scaled to the first one's level and clipped. */
function likeness(reference: number[], heard: number[]): number {
  const scale = norm(reference) / Math.max(norm(heard), 1e-20);
  const scaled = heard.map((value, i) => Math.min(value * scale, reference[i]! * CLIPPED));
  const a = centered(reference);
  const b = centered(scaled);
  const product = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return product / Math.max(norm(a) * norm(b), 1e-20);
}

const norm = (values: number[]) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

function centered(values: number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
