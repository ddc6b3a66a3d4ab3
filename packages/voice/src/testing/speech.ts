/** Vowels as the centres of their first three formants, in Hz (Peterson and Barney 1952). */
const VOWELS = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [300, 870, 2240],
  [530, 1840, 2480],
  [570, 840, 2410],
] as const;

/** Bandwidth of every formant, in Hz. */
const BANDWIDTH = 90;

/** Seconds from one syllable to the next: a hiss, a vowel, a short pause. */
const SYLLABLE = 0.25;
const HISS_END = 0.06;
const VOWEL_END = 0.21;

/**
 * A synthetic clip with the properties of speech: syllables of a hiss and a vowel at a varying pitch around
 * 130 Hz, with pauses. Always the same for the same length and rate; its peak is 0.5.
 *
 * @param seconds of it.
 * @param sampleRate in Hz.
 */
export function makeSpeech(seconds: number, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  const random = makeRandom();
  const formants = [
    makeResonator(sampleRate),
    makeResonator(sampleRate),
    makeResonator(sampleRate),
  ];
  let glottis = 0;
  let peak = 0;
  for (let i = 0; i < samples.length; i++) {
    const time = i / sampleRate;
    const syllable = Math.floor(time / SYLLABLE);
    const within = time - syllable * SYLLABLE;
    const vowel = VOWELS[(syllable * 3) % VOWELS.length]!;
    const noise = random();

    glottis += (130 + 25 * Math.sin(2.1 * time) + 8 * Math.sin(7.3 * time)) / sampleRate;
    const pulse = glottis >= 1 ? 1 : 0;
    glottis %= 1;
    const voiced = within >= HISS_END && within < VOWEL_END ? pulse : 0;
    let value = 0;
    formants.forEach((resonate, index) => (value += resonate(voiced, vowel[index]!) / (index + 1)));
    if (within < HISS_END) value += 0.05 * noise * Math.sin((Math.PI * within) / HISS_END);
    samples[i] = value;
    peak = Math.max(peak, Math.abs(value));
  }
  return samples.map((sample) => (sample * 0.5) / peak);
}

/** A two-pole resonator that can be tuned anew for every sample. */
function makeResonator(sampleRate: number): (input: number, center: number) => number {
  const radius = Math.exp((-Math.PI * BANDWIDTH) / sampleRate);
  let y1 = 0;
  let y2 = 0;
  return (input, center) => {
    const cosine = Math.cos((2 * Math.PI * center) / sampleRate);
    const y = (1 - radius) * input + 2 * radius * cosine * y1 - radius * radius * y2;
    y2 = y1;
    y1 = y;
    return y;
  };
}

/** Numbers between ±1 that look random, from a linear congruential generator. */
function makeRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 0x80000000;
  };
}
