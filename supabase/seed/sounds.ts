/** The articulation of one sound of speech. */
export interface Sound {
  /** First three formants of an adult man, Hz. */
  readonly formants: readonly [number, number, number];
  /** Loudness of the voice, 0 to 1. */
  readonly voice: number;
  /** Loudness of the hiss of lips or teeth, 0 to 1. */
  readonly hiss: number;
  /** Centre frequency of the hiss, Hz. */
  readonly hissFrequency: number;
  /** Duration at a calm pace, seconds. */
  readonly seconds: number;
}

type Formants = Sound['formants'];

const vowel = (...formants: Formants): Sound => ({
  formants,
  voice: 1,
  hiss: 0,
  hissFrequency: 5000,
  seconds: 0.13,
});

/** A voiced consonant through a narrowed mouth or the nose. */
const murmur = (voice: number, seconds: number, ...formants: Formants): Sound => ({
  ...vowel(...formants),
  voice,
  seconds,
});

const hiss = (frequency: number, loudness: number, voice: number, seconds: number): Sound => ({
  formants: [320, 1600, 2600],
  voice,
  hiss: loudness,
  hissFrequency: frequency,
  seconds,
});

/** The vowels of English: Peterson and Barney 1952, means of men. */
export const vowels: readonly [Sound, ...Sound[]] = [
  vowel(270, 2290, 3010), // heed
  vowel(390, 1990, 2550), // hid
  vowel(530, 1840, 2480), // head
  vowel(660, 1720, 2410), // had
  vowel(730, 1090, 2440), // hod
  vowel(570, 840, 2410), // hawed
  vowel(440, 1020, 2240), // hood
  vowel(300, 870, 2240), // who'd
  vowel(640, 1190, 2390), // hud
  vowel(490, 1350, 1690), // heard
];

/** The vowel of an unstressed syllable. */
export const schwa: Sound = { ...vowel(500, 1500, 2500), voice: 0.8, seconds: 0.07 };

export const silence: Sound = { ...schwa, voice: 0, seconds: 0.3 };

/** Air drawn in before a phrase. */
export const inhalation: Sound = { ...hiss(1500, 0.035, 0, 0.3), formants: [500, 1500, 2500] };

const nasals = [murmur(0.45, 0.07, 250, 1100, 2200), murmur(0.45, 0.06, 250, 1700, 2600)] as const;
const glides = [
  murmur(0.6, 0.06, 360, 1150, 2600), // l
  murmur(0.55, 0.07, 290, 650, 2150), // w
  murmur(0.6, 0.06, 320, 1060, 1450), // r
  murmur(0.6, 0.05, 260, 2070, 3020), // y
] as const;
const fricatives = [
  hiss(5800, 0.3, 0, 0.1), // s
  hiss(3000, 0.28, 0, 0.1), // sh
  hiss(7000, 0.1, 0, 0.09), // f
  hiss(5800, 0.16, 0.3, 0.07), // z
  hiss(7000, 0.05, 0.35, 0.06), // v
] as const;

/** A closure of the lips or the tongue, and its release. */
const stop = (frequency: number, loudness: number, voice: number): readonly [Sound, Sound] => [
  { ...hiss(frequency, 0, voice, 0.055), formants: [200, 1400, 2500] },
  { ...hiss(frequency, loudness, voice, 0.014), formants: [300, 1500, 2500] },
];
const stops = [
  stop(1000, 0.16, 0), // p
  stop(4200, 0.3, 0), // t
  stop(1900, 0.26, 0), // k
  stop(900, 0.08, 0.12), // b
  stop(3600, 0.14, 0.12), // d
  stop(1700, 0.12, 0.12), // g
] as const;

/** The onset of a syllable: one sound or, for a stop, two. */
export const onsets: readonly [readonly Sound[], ...(readonly Sound[])[]] = [
  [],
  ...[...nasals, ...glides, ...fricatives].map((sound) => [sound]),
  ...stops,
];

/** The coda of a syllable; most have none. */
export const codas: readonly [readonly Sound[], ...(readonly Sound[])[]] = [
  [],
  [],
  [],
  [],
  [nasals[1]],
  [glides[0]],
  [fricatives[0]],
  stops[1],
];
