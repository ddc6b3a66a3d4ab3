import { CHROMAPRINT_RATE, readChroma } from './chromaprint/chroma.ts';
import { CLASSIFIED_FRAMES, classify } from './chromaprint/classifiers.ts';
import { Image } from './chromaprint/image.ts';
import { resample } from './resample.ts';

/**
 * The Chromaprint of a clip, by its default algorithm (Lukáš Lalinský, MIT licence): 32 bits for every eighth of a
 * second, from 2.6 s on, in which the same sound has the same bits, also after it was encoded again.
 *
 * @returns signed numbers of 32 bits; none for a clip that is too short
 */
export function chromaprint(samples: Float32Array, sampleRate: number): Int32Array<ArrayBuffer> {
  const rows = readChroma(resample(samples, sampleRate, CHROMAPRINT_RATE));
  const image = new Image(rows);
  return Int32Array.from({ length: Math.max(0, rows.length - CLASSIFIED_FRAMES + 1) }, (_, time) =>
    classify(image, time),
  );
}
