/** Numbers drawn one after the other. */
export type Random = {
  /** Evenly distributed from 0 up to, but not including, 1. */
  next: () => number;
  /** Evenly distributed from `low` up to, but not including, `high`. */
  between: (low: number, high: number) => number;
};

/**
 * The purposes of random numbers. Each has a sequence of its own, so that an additional draw for one does
 * not change the others, and the time bend can be computed without the rest.
 */
const PURPOSES = {
  bend: 1,
  warp: 2,
  drift: 7,
  'melody-curve': 8,
  timbre: 3,
  melody: 4,
  pulses: 5,
  noise: 6,
} as const;

const WORDS = 4;

/**
 * Makes the random sequence of a purpose from the seed: xoshiro128** by Blackman and Vigna (2018, public
 * domain), whose state holds all 128 bits.
 *
 * It is not a cipher and need not be one: listeners receive only curves and noise that many numbers add
 * up to, rounded to 16 bits and coded with loss.
 *
 * @param words four of 32 bits, from a secure source.
 * @throws {RangeError} when there are not four.
 */
export function makeRandom(words: Uint32Array, purpose: keyof typeof PURPOSES): Random {
  if (words.length !== WORDS) {
    throw new RangeError(`Veil needs four random words, not ${words.length}.`);
  }
  const start = (index: number) =>
    mix(words[index]! + Math.imul(PURPOSES[purpose] * WORDS + index, 0x9e3779b9));
  // An array, as a closure's variables would be allocated anew at each change.
  const state = Int32Array.of(start(0), start(1), start(2), start(3));
  // All zeros would stay zeros.
  if (state.every((word) => word === 0)) state[0] = 1;

  const next = () => {
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    const scaled = Math.imul(b, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    state[0] = a;
    state[1] = b;
    state[2] = c ^ shifted;
    state[3] = (d << 11) | (d >>> 21);
    return result / 0x100000000;
  };
  return { next, between: (low, high) => low + (high - low) * next() };
}

/** The finaliser of MurmurHash3 (Appleby, public domain): one to one, and each bit changes half of the others. */
function mix(word: number): number {
  let hash = word | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
