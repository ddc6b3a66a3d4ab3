import { makeFft } from '../veil/fft.ts';
import { NOTES, type Chroma } from './image.ts';

/** The rate at which Chromaprint works, Hz. */
export const CHROMAPRINT_RATE = 11_025;

/** Samples of one frame, and from one to the next. */
const FRAME = 4096;
const HOP = Math.floor(FRAME / 3);

/** The frequencies that count, Hz. */
const LOWEST = 28;
const HIGHEST = 3520;

/** The frequency at which an octave begins, Hz. */
const BASE = 27.5;

/** Weights of five frames in succession. */
const SMOOTHING = [0.25, 0.75, 1, 0.75, 0.25];

/** What is quieter is silence. */
const QUIETEST = 0.01;

const binOf = (frequency: number) => Math.round((FRAME * frequency) / CHROMAPRINT_RATE);

const noteOf = (bin: number): number => {
  const octave = Math.log2((bin * CHROMAPRINT_RATE) / FRAME / BASE);
  return Math.floor(NOTES * (octave - Math.floor(octave)));
};

/**
 * The energy of each of the twelve notes over time: smoothed, and each row of length 1, or 0 for silence.
 *
 * @param samples at `CHROMAPRINT_RATE`
 */
export function readChroma(samples: Float32Array): Chroma[] {
  const fft = makeFft(FRAME);
  const window = Float64Array.from(
    { length: FRAME },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME - 1)),
  );
  const [first, end] = [binOf(LOWEST), binOf(HIGHEST)];
  const notes = Uint8Array.from({ length: end }, (_, bin) => (bin < first ? 0 : noteOf(bin)));
  const frames: Chroma[] = [];
  for (let start = 0; start + FRAME <= samples.length; start += HOP) {
    const real = window.map((weight, i) => weight * samples[start + i]!);
    const imaginary = new Float64Array(FRAME);
    fft(real, imaginary);
    const energies = new Float64Array(NOTES);
    for (let bin = first; bin < end; bin++) {
      energies[notes[bin]!]! += real[bin]! ** 2 + imaginary[bin]! ** 2;
    }
    frames.push(energies);
  }
  return frames.slice(SMOOTHING.length - 1).map((_, start) => normalize(smooth(frames, start)));
}

const smooth = (frames: readonly Chroma[], start: number): Chroma =>
  new Float64Array(NOTES).map((_, note) =>
    SMOOTHING.reduce((sum, weight, i) => sum + weight * frames[start + i]![note]!, 0),
  );

function normalize(energies: Chroma): Chroma {
  const length = Math.hypot(...energies);
  return energies.map((energy) => (length < QUIETEST ? 0 : energy / length));
}
