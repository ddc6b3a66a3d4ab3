/**
 * The amplitude of one frequency in a clip, under a Hann window: 1 for a sine at full scale.
 * Frequency and rate in Hz.
 */
export function amplitudeAt(samples: Float32Array, frequency: number, sampleRate: number): number {
  const windowStep = (2 * Math.PI) / samples.length;
  const step = (2 * Math.PI * frequency) / sampleRate;
  let real = 0;
  let imaginary = 0;
  samples.forEach((sample, i) => {
    const windowed = sample * (1 - Math.cos(windowStep * (i + 0.5)));
    real += windowed * Math.cos(step * i);
    imaginary += windowed * Math.sin(step * i);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

/** The frequency, among `from`, `from + step`, … up to `to`, that is strongest in a clip, in Hz. */
export function strongestFrequency(
  samples: Float32Array,
  sampleRate: number,
  { from, to, step }: { from: number; to: number; step: number },
): number {
  let strongest = from;
  let greatest = 0;
  for (let frequency = from; frequency <= to; frequency += step) {
    const amplitude = amplitudeAt(samples, frequency, sampleRate);
    if (amplitude > greatest) {
      greatest = amplitude;
      strongest = frequency;
    }
  }
  return strongest;
}

/**
 * How strongly a clip repeats itself after `lag` samples: 1 for a periodic one, about 0 for noise.
 */
export function correlationAt(samples: Float32Array, lag: number): number {
  let product = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i + lag < samples.length; i++) {
    product += samples[i]! * samples[i + lag]!;
    first += samples[i]! ** 2;
    second += samples[i + lag]! ** 2;
  }
  return product / Math.sqrt(first * second);
}

export function decibels(ratio: number): number {
  return 20 * Math.log10(ratio);
}
