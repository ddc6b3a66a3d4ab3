import { positionsBetween, readAlong } from './read-along.ts';

/** The length of a grain, and its maximum shift to match the one before, in seconds. */
const GRAIN = 0.03;
const REACH = 0.008;

/**
 * Moves pitch and resonances by a factor without changing the length, as audio editors do: overlapping
 * grains at the places where their waves match (WSOLA; Verhelst and Roelands 1993), then another speed.
 */
export function shiftPitch(
  samples: Float32Array,
  sampleRate: number,
  factor: number,
): Float32Array<ArrayBuffer> {
  const stretched = stretch(samples, sampleRate, factor);
  const ends = Float64Array.from([0, samples.length * factor]);
  return readAlong(stretched, positionsBetween(ends, samples.length, samples.length));
}

function stretch(samples: Float32Array, sampleRate: number, factor: number): Float32Array {
  const hop = Math.round((GRAIN / 2) * sampleRate);
  const reach = Math.round(REACH * sampleRate);
  const window = Float64Array.from(
    { length: 2 * hop },
    (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / hop),
  );
  const output = new Float32Array(Math.ceil(samples.length * factor) + 2 * hop);
  let last = 0;
  for (let to = 0; to + 2 * hop < output.length; to += hop) {
    const wanted = Math.round(to / factor);
    const from = to === 0 ? 0 : bestFit(samples, last + hop, wanted, hop, reach);
    for (let i = 0; i < 2 * hop; i++) output[to + i]! += (samples[from + i] ?? 0) * window[i]!;
    last = from;
  }
  return output;
}

/** The position around `wanted` from which the clip is most similar to itself from `natural` on. */
function bestFit(
  samples: Float32Array,
  natural: number,
  wanted: number,
  length: number,
  reach: number,
): number {
  let best = Math.max(0, wanted);
  let highest = -Infinity;
  for (let from = Math.max(0, wanted - reach); from <= wanted + reach; from += 2) {
    let product = 0;
    let energy = 1e-9;
    // Every second sample is enough to compare.
    for (let i = 0; i < length; i += 2) {
      const value = samples[from + i] ?? 0;
      product += value * (samples[natural + i] ?? 0);
      energy += value * value;
    }
    const score = product / Math.sqrt(energy);
    if (score > highest) [highest, best] = [score, from];
  }
  return best;
}
