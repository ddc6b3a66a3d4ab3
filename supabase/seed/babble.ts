import { type Random, randomFor } from './random.ts';
import { utterance, type Spoken, type Voice } from './utterance.ts';

/** Interval at which the mouth's shape is updated. */
const STEP_SECONDS = 0.003;

/** Time constants of the mouth's movement, the breath and the pitch. */
const MOUTH_SECONDS = 0.022;
const BREATH_SECONDS = 0.009;
const PITCH_SECONDS = 0.05;

/** The two fixed formants, Hz, and the bandwidths of all five. */
const UPPER_FORMANTS = [3500, 4500] as const;
const BANDWIDTHS = [70, 100, 140, 220, 300] as const;

/** Parts of a cycle in which the glottis opens and closes: Rosenberg 1971. */
const OPENING = 0.42;
const CLOSING = 0.17;

/** How much the lips attenuate low frequencies, 0 to 1. */
const LIPS = 0.85;

/** Background noise of a microphone in a quiet room: -60 dB of full scale. */
const ROOM = 0.001;

const PEAK = 0.8;

/**
 * Synthesises speech without words: a pulse train and noise through five formants (a cascade, as in
 * Klatt 1980) that move from sound to sound.
 *
 * @param seconds length
 * @param about seeds the random numbers: the same text gives identical samples
 * @param sampleRate Hz
 * @returns samples within ±0.8
 */
export function babble(
  seconds: number,
  voice: Voice,
  about: string,
  sampleRate: number,
): Float32Array<ArrayBuffer> {
  const random = randomFor(about);
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  const mouth = new Mouth(voice, sampleRate, random);
  const step = Math.round(STEP_SECONDS * sampleRate);
  let position = 0;
  let end = 0;
  for (const spoken of utterance(seconds, voice, random)) {
    end += spoken.seconds * sampleRate;
    while (position < end && position < samples.length) {
      const next = Math.min(position + step, samples.length);
      mouth.move(spoken, (next - position) / sampleRate);
      mouth.sound(samples.subarray(position, next));
      position = next;
    }
  }
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  const gain = PEAK / Math.max(loudest, 1e-9);
  for (let i = 0; i < samples.length; i++)
    samples[i] = samples[i]! * gain + ROOM * (random() - 0.5);
  return samples;
}

/** The vocal tract, whose parameters move gradually from one sound to the next. */
class Mouth {
  readonly #voice: Voice;
  readonly #sampleRate: number;
  readonly #random: Random;
  readonly #tract = BANDWIDTHS.map(() => new Resonator());
  readonly #teeth = new Resonator();
  readonly #formants = [500, 1500, 2500];
  #voiced = 0;
  #hiss = 0;
  #melody = 0;
  #drift = 0;
  /** Phase of the glottis' cycle, 0 to 1. */
  #cycle = 0;
  #lastNoise = 0;
  #lastSource = 0;

  constructor(voice: Voice, sampleRate: number, random: Random) {
    this.#voice = voice;
    this.#sampleRate = sampleRate;
    this.#random = random;
  }

  /** Moves towards a sound for a time, seconds. */
  move({ sound, loudness, melody }: Spoken, seconds: number): void {
    const mouth = 1 - Math.exp(-seconds / MOUTH_SECONDS);
    const breath = 1 - Math.exp(-seconds / BREATH_SECONDS);
    sound.formants.forEach((frequency, index) => {
      this.#formants[index]! += (frequency / this.#voice.tract - this.#formants[index]!) * mouth;
    });
    this.#voiced += (sound.voice * loudness - this.#voiced) * breath;
    this.#hiss += (sound.hiss * loudness - this.#hiss) * breath;
    this.#melody += (melody - this.#melody) * (1 - Math.exp(-seconds / PITCH_SECONDS));
    // The pitch drifts by a few per cent and returns.
    this.#drift = this.#drift * 0.97 + (this.#random() - 0.5) * 0.012;

    const upper = UPPER_FORMANTS.map((frequency) => frequency / this.#voice.tract);
    [...this.#formants, ...upper].forEach((frequency, index) => {
      this.#tract[index]!.tune(frequency, BANDWIDTHS[index]!, this.#sampleRate);
    });
    this.#teeth.tune(sound.hissFrequency, sound.hissFrequency * 0.35, this.#sampleRate);
  }

  /** Fills an array with samples of the current state. */
  sound(stretch: Float32Array): void {
    const { pitch, breath } = this.#voice;
    const cyclesPerSample =
      (pitch * 2 ** (this.#melody / 12) * (1 + this.#drift)) / this.#sampleRate;
    const [first, second, third, fourth, fifth] = this.#tract;
    const clear = this.#voiced * (1 - 0.5 * breath);
    const air = this.#voiced * breath * 0.5;
    const hiss = this.#hiss;
    const noise = this.#random;
    let cycle = this.#cycle;
    let lastNoise = this.#lastNoise;
    let lastSource = this.#lastSource;
    for (let i = 0; i < stretch.length; i++) {
      cycle += cyclesPerSample;
      if (cycle >= 1) cycle -= 1;
      const white = noise() * 2 - 1;
      const isOpen = cycle < OPENING + CLOSING;
      const source = clear * flowChange(cycle) + air * white * (isOpen ? 1 : 0.3);
      // Lips radiate high frequencies better than low ones.
      let out = first!.next(source - LIPS * lastSource + hiss * 0.1 * white);
      out = fifth!.next(fourth!.next(third!.next(second!.next(out))));
      stretch[i] = out + 0.7 * hiss * this.#teeth.next(white - lastNoise);
      lastNoise = white;
      lastSource = source;
    }
    this.#cycle = cycle;
    this.#lastNoise = lastNoise;
    this.#lastSource = lastSource;
  }
}

/** Derivative of the air flow through the glottis: a slow rise, a quick fall. */
function flowChange(cycle: number): number {
  if (cycle < OPENING) return Math.sin((Math.PI * cycle) / OPENING) * (CLOSING / OPENING);
  const closing = (cycle - OPENING) / CLOSING;
  return closing < 1 ? -Math.sin((Math.PI / 2) * closing) : 0;
}

/** One formant: a two-pole resonator with a gain of 1 at 0 Hz. */
class Resonator {
  #gain = 0;
  #fromLast = 0;
  #fromBeforeLast = 0;
  #last = 0;
  #beforeLast = 0;

  /** Sets frequency and bandwidth, Hz. */
  tune(frequency: number, bandwidth: number, sampleRate: number): void {
    const radius = Math.exp((-Math.PI * bandwidth) / sampleRate);
    this.#fromLast = 2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate);
    this.#fromBeforeLast = -radius * radius;
    this.#gain = 1 - this.#fromLast - this.#fromBeforeLast;
  }

  next(input: number): number {
    const output =
      this.#gain * input + this.#fromLast * this.#last + this.#fromBeforeLast * this.#beforeLast;
    this.#beforeLast = this.#last;
    this.#last = output;
    return output;
  }
}
