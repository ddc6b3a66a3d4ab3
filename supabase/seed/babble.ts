/** First and second formant of vowels, Hz (Peterson and Barney 1952, men, rounded). */
const vowels = [
  [730, 1090],
  [530, 1840],
  [270, 2290],
  [570, 840],
  [300, 870],
  [490, 1350],
] as const;

/** A small deterministic generator (mulberry32), so that a persona always sounds the same. */
const generator = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

/** One formant: a two-pole resonator that keeps its state between samples. */
class Resonator {
  #last = 0;
  #beforeLast = 0;

  next(input: number, frequency: number, bandwidth: number, sampleRate: number): number {
    const radius = Math.exp((-Math.PI * bandwidth) / sampleRate);
    const output =
      input * (1 - radius) +
      2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate) * this.#last -
      radius * radius * this.#beforeLast;
    this.#beforeLast = this.#last;
    this.#last = output;
    return output;
  }
}

/**
 * Speech without words: a pulse train through moving formants, in syllables and
 * phrases, as one hears it through a wall.
 *
 * @param seconds length
 * @param pitch of the voice, Hz
 * @param sampleRate Hz
 * @returns samples within ±0.8
 */
export function babble(
  seconds: number,
  pitch: number,
  seed: number,
  sampleRate: number,
): Float32Array {
  const random = generator(seed);
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  const [first, second, third] = [new Resonator(), new Resonator(), new Resonator()];
  let [f1, f2]: readonly [number, number] = vowels[0];
  let phase = 0;
  let position = 0;
  while (position < samples.length) {
    const isPause = random() < 0.14;
    const length = Math.round(
      (isPause ? 0.25 + random() * 0.3 : 0.12 + random() * 0.16) * sampleRate,
    );
    const [nextF1, nextF2] = vowels[Math.floor(random() * vowels.length)] ?? vowels[0];
    const lift = 0.9 + random() * 0.3;
    const loudness = isPause ? 0 : 0.5 + random() * 0.5;
    const end = Math.min(position + length, samples.length);
    for (let index = position; index < end; index++) {
      const progress = (index - position) / length;
      f1 += (nextF1 - f1) * 0.0015;
      f2 += (nextF2 - f2) * 0.0015;
      phase += (pitch * lift * (1.06 - 0.12 * progress)) / sampleRate;
      phase -= Math.floor(phase);
      const breath = (random() - 0.5) * 0.06;
      const pulse = (phase < 0.4 ? Math.sin((Math.PI * phase) / 0.4) : 0) - 0.25 + breath;
      const envelope = loudness * Math.sin(Math.PI * Math.min(1, progress * 1.05)) ** 0.6;
      samples[index] =
        envelope *
        (first.next(pulse, f1, 90, sampleRate) +
          0.7 * second.next(pulse, f2, 110, sampleRate) +
          0.25 * third.next(pulse, 2500, 160, sampleRate));
    }
    position = end;
  }
  const peak = samples.reduce((greatest, sample) => Math.max(greatest, Math.abs(sample)), 1e-9);
  return samples.map((sample) => (sample / peak) * 0.8);
}
