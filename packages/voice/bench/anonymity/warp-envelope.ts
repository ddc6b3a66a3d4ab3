import { makeFft } from '../../src/veil/fft.ts';

/** Returns the frequency at which a masked voice has the envelope of a frequency, both in Hz. */
export type FrequencyWarp = (frequency: number) => number;

const SIZE = 512;
const HOP = 128;

/** The number of cepstral coefficients of the envelope: quefrencies up to 2.5 ms at 16 kHz. */
const ENVELOPE_ORDER = 36;

const fft = makeFft(SIZE);

/** The maximum gain of a frequency, as the logarithm of its amplitude: 30 dB. */
const MOST_GAIN = 1.5 * Math.LN10;

/**
 * Moves the resonances of a voice without changing its pitch: the cepstrally smoothed envelope of each
 * frame is replaced by the warped one. Undoes a mask that has moved them.
 */
export function warpEnvelope(
  samples: Float32Array,
  sampleRate: number,
  warp: FrequencyWarp,
): Float32Array<ArrayBuffer> {
  const window = Float64Array.from({ length: SIZE }, (_, i) =>
    Math.sqrt(0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE)),
  );
  const binWidth = sampleRate / SIZE;
  const sources = Float64Array.from({ length: SIZE / 2 + 1 }, (_, bin) =>
    Math.max(0, Math.min(SIZE / 2, warp(bin * binWidth) / binWidth)),
  );
  const output = new Float32Array(samples.length);
  const real = new Float64Array(SIZE);
  const imaginary = new Float64Array(SIZE);
  const envelope = new Float64Array(SIZE);
  const rest = new Float64Array(SIZE);
  for (let start = HOP - SIZE; start < samples.length; start += HOP) {
    imaginary.fill(0);
    for (let i = 0; i < SIZE; i++) real[i] = (samples[start + i] ?? 0) * window[i]!;
    fft(real, imaginary);
    readEnvelope(real, imaginary, envelope, rest);
    for (let bin = 0; bin <= SIZE / 2; bin++) {
      const below = Math.min(SIZE / 2 - 1, Math.floor(sources[bin]!));
      const share = sources[bin]! - below;
      const wanted = envelope[below]! + share * (envelope[below + 1]! - envelope[below]!);
      const gain = Math.exp(Math.max(-MOST_GAIN, Math.min(MOST_GAIN, wanted - envelope[bin]!)));
      real[bin]! *= gain;
      imaginary[bin]! *= gain;
      if (bin > 0 && bin < SIZE / 2) {
        real[SIZE - bin]! *= gain;
        imaginary[SIZE - bin]! *= gain;
      }
    }
    fft(imaginary, real);
    for (let i = Math.max(0, -start); i < SIZE && start + i < samples.length; i++) {
      output[start + i]! += (real[i]! * window[i]! * 2 * HOP) / SIZE ** 2;
    }
  }
  return output;
}

/** The logarithm of the amplitudes of a spectrum, smoothed by its cepstrum. */
function readEnvelope(
  real: Float64Array,
  imaginary: Float64Array,
  envelope: Float64Array,
  rest: Float64Array,
): void {
  rest.fill(0);
  for (let i = 0; i < SIZE; i++) {
    envelope[i] = 0.5 * Math.log(real[i]! * real[i]! + imaginary[i]! * imaginary[i]! + 1e-12);
  }
  fft(rest, envelope);
  for (let i = ENVELOPE_ORDER; i <= SIZE - ENVELOPE_ORDER; i++) envelope[i] = 0;
  for (let i = 0; i < SIZE; i++) envelope[i]! /= SIZE;
  rest.fill(0);
  fft(envelope, rest);
}
