import { filterSamples } from '../../packages/voice/src/filter-samples.ts';

/** Samples a second of the takes below: what recorders give most, and what most devices do. */
const RATES = [44_100, 48_000] as const;

const SECONDS = 2;

const STRANGERS = [
  [1, 2, 3, 4],
  [0xdeadbeef, 0, 0xffffffff, 0x12345678],
] as const;

/**
 * Masks takes with Veil, as different strangers.
 *
 * @returns the length and a hash of the bits of what comes out, for each: the same text wherever the same random
 *   words give the same samples
 */
export function veilDigest(): string {
  return RATES.flatMap((rate) =>
    STRANGERS.map((words) => {
      const masked = filterSamples(makeTake(rate), rate, 'veil', {
        random: Uint32Array.from(words),
      });
      return `${rate}: ${masked.length} ${hashOf(masked)}`;
    }),
  ).join('; ');
}

/**
 * Pulses of a falling and rising pitch, with noise between them, through two resonances: speech enough to be
 * masked. Made of sums and products alone, which are the same to the bit in every engine, while sines are not.
 */
function makeTake(rate: number): Float32Array {
  const take = new Float32Array(SECONDS * rate);
  let noise = 1;
  let phase = 0;
  let [a1, a2, b1, b2] = [0, 0, 0, 0];
  for (let i = 0; i < take.length; i++) {
    const share = i / take.length;
    phase += (110 + 60 * share * (1 - share)) / rate;
    const isPulse = phase >= 1;
    if (isPulse) phase -= 1;
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) | 0;
    const breath = noise / 2 ** 31;
    // Every third quarter of a second is a hiss, every fourth is silence.
    const quarter = Math.floor(share * 4 * SECONDS) % 4;
    const source = quarter === 3 ? 0 : quarter === 2 ? 0.1 * breath : isPulse ? 1 : 0.01 * breath;
    const a = source + 1.83 * a1 - 0.9 * a2;
    const b = a + 1.5 * b1 - 0.86 * b2;
    [a2, a1, b2, b1] = [a1, a, b1, b];
    take[i] = 0.01 * b;
  }
  return take;
}

/** FNV-1a over the samples' bits. */
function hashOf(samples: Float32Array<ArrayBuffer>): string {
  let hash = 0x811c9dc5;
  for (const bits of new Uint32Array(samples.buffer, samples.byteOffset, samples.length)) {
    hash = Math.imul(hash ^ bits, 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
