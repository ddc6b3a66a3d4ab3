import { filterSamples } from '../../packages/voice/src/filter-samples.ts';

/** Sample rates of the takes in Hz: the most common rates of recorders and of devices. */
const RATES = [44_100, 48_000] as const;

const SECONDS = 2;

const SEEDS = [
  [1, 2, 3, 4],
  [0xdeadbeef, 0, 0xffffffff, 0x12345678],
] as const;

/**
 * Masks takes with Veil from several seeds.
 *
 * @returns the length and a hash of each result: the same text in every engine that computes the same samples
 */
export function veilFingerprint(): string {
  return RATES.flatMap((rate) =>
    SEEDS.map((seed) => {
      const masked = filterSamples(makeTake(rate), rate, 'veil', {
        random: Uint32Array.from(seed),
      });
      return `${rate}: ${masked.length} ${hashOf(masked)}`;
    }),
  ).join('; ');
}

/**
 * Synthesizes pulses of varying pitch with noise between them, filtered by two resonances, which is similar
 * enough to speech for Veil. It uses sums and products only, whose results are the same to the bit in every
 * engine, unlike those of sines.
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
    // Of each second, the third quarter is a hiss and the fourth is silence.
    const quarter = Math.floor(share * 4 * SECONDS) % 4;
    const source = quarter === 3 ? 0 : quarter === 2 ? 0.1 * breath : isPulse ? 1 : 0.01 * breath;
    const a = source + 1.83 * a1 - 0.9 * a2;
    const b = a + 1.5 * b1 - 0.86 * b2;
    [a2, a1, b2, b1] = [a1, a, b1, b];
    take[i] = 0.01 * b;
  }
  return take;
}

/** Returns the FNV-1a hash of the samples' bits. */
function hashOf(samples: Float32Array<ArrayBuffer>): string {
  let hash = 0x811c9dc5;
  for (const bits of new Uint32Array(samples.buffer, samples.byteOffset, samples.length)) {
    hash = Math.imul(hash ^ bits, 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
