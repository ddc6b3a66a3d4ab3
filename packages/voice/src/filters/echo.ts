/**
 * The echoes of the Echo Chamber: their delays in seconds, and their gains relative to the voice. Each
 * is about 3 dB below the one before, and the first is 6 dB below the voice, so that words stay clear.
 */
export const ECHOES = [
  { delay: 0.16, gain: 0.5 },
  { delay: 0.26, gain: 0.35 },
  { delay: 0.36, gain: 0.25 },
] as const;

/** Adds the echoes. The result is longer than the clip by the last delay, to let it ring out. */
export function echo(samples: Float32Array, sampleRate: number): Float32Array<ArrayBuffer> {
  if (samples.length === 0) return new Float32Array(0);
  const delays = ECHOES.map(({ delay }) => Math.round(delay * sampleRate));
  const output = new Float32Array(samples.length + Math.max(...delays));
  output.set(samples);
  ECHOES.forEach(({ gain }, index) => addDelayed(output, samples, delays[index]!, gain));
  return output;
}

function addDelayed(
  output: Float32Array,
  samples: Float32Array,
  delay: number,
  gain: number,
): void {
  for (let i = 0; i < samples.length; i++) output[delay + i]! += samples[i]! * gain;
}
