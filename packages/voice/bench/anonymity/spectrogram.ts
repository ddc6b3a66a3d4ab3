import { makeFft } from '../../src/veil/fft.ts';

/** Powers of the frequencies of a clip, frame after frame. */
export type Spectrogram = {
  /** `count` rows of `bins` powers. */
  powers: Float32Array;
  count: number;
  /** Row entry `k` is the power around `k × binWidth`. */
  bins: number;
  /** In Hz. */
  binWidth: number;
};

const PRE_EMPHASIS = 0.97;

/**
 * The power spectra of Hann-windowed frames.
 *
 * @param centers of the frames, in samples; before and after the clip there is silence
 * @param length of a frame, in samples
 * @param preEmphasis whether high frequencies are raised, as in speech recognition (1 - 0.97 z⁻¹)
 */
export function spectrogramAt(
  samples: Float32Array,
  sampleRate: number,
  { centers, length, preEmphasis }: { centers: Float64Array; length: number; preEmphasis: boolean },
): Spectrogram {
  const size = 2 ** Math.ceil(Math.log2(length));
  const fft = makeFft(size);
  const bins = size / 2 + 1;
  const powers = new Float32Array(centers.length * bins);
  const window = Float64Array.from(
    { length },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length),
  );
  const slope = preEmphasis ? PRE_EMPHASIS : 0;
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const read = (target: Float64Array, center: number | undefined) => {
    target.fill(0);
    if (center === undefined) return;
    const start = Math.round(center) - (length >> 1);
    const first = Math.max(0, -start);
    const last = Math.min(length, samples.length - start);
    for (let i = first; i < last; i++) {
      const at = start + i;
      target[i] = (samples[at]! - slope * (at > 0 ? samples[at - 1]! : 0)) * window[i]!;
    }
  };
  // Two frames at a time: one as the real part, the other as the imaginary one, separated by symmetry.
  for (let frame = 0; frame < centers.length; frame += 2) {
    read(real, centers[frame]);
    read(imaginary, centers[frame + 1]);
    fft(real, imaginary);
    for (let k = 0; k < bins; k++) {
      const mirrored = (size - k) % size;
      const evenRe = (real[k]! + real[mirrored]!) / 2;
      const evenIm = (imaginary[k]! - imaginary[mirrored]!) / 2;
      powers[frame * bins + k] = evenRe * evenRe + evenIm * evenIm;
      if (frame + 1 === centers.length) continue;
      const oddRe = (imaginary[k]! + imaginary[mirrored]!) / 2;
      const oddIm = (real[mirrored]! - real[k]!) / 2;
      powers[(frame + 1) * bins + k] = oddRe * oddRe + oddIm * oddIm;
    }
  }
  return { powers, count: centers.length, bins, binWidth: sampleRate / size };
}

/** The centres of frames at a distance of `step` over a whole clip; both in samples. */
export function evenCenters(length: number, step: number): Float64Array {
  return Float64Array.from(
    { length: Math.max(1, Math.floor(length / step)) },
    (_, i) => (i + 0.5) * step,
  );
}
