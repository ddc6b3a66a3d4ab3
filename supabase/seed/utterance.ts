import { pick, type Random } from './random.ts';
import { codas, inhalation, onsets, schwa, silence, vowels, type Sound } from './sounds.ts';

/** One sound of a sentence. */
export interface Spoken {
  readonly sound: Sound;
  readonly seconds: number;
  /** 0 to 1. */
  readonly loudness: number;
  /** Above the voice's own pitch, semitones. */
  readonly melody: number;
}

/** Syllables of a phrase, between two breaths. */
const SHORTEST_PHRASE = 4;
const LONGEST_PHRASE = 13;

/** Silence before the first word and after the last one. */
const EDGE_SECONDS = 0.2;

/** Fall of the pitch over a phrase, semitones. */
const DECLINATION = 4;

/** Share of phrases that end like a question. */
const QUESTIONS = 0.2;

const between = (random: Random, least: number, most: number) => least + random() * (most - least);

/** A syllable: an onset, a vowel and sometimes a coda. */
function syllable(random: Random, isStressed: boolean): Sound[] {
  const vowel = isStressed || random() < 0.5 ? pick(random, vowels) : schwa;
  return [...pick(random, onsets), vowel, ...(isStressed ? pick(random, codas) : [])];
}

/** A phrase: stressed syllables stand out, the pitch falls, and the last syllable is longer. */
function phrase(random: Random, { pace, liveliness }: Voice): Spoken[] {
  const syllables = Math.round(between(random, SHORTEST_PHRASE, LONGEST_PHRASE));
  const rises = random() < QUESTIONS;
  const level = between(random, 0.75, 1);
  return Array.from({ length: syllables }, (_, index) => {
    const progress = index / (syllables - 1);
    const isLast = index === syllables - 1;
    const isStressed = isLast || random() < 0.42;
    const accent = isStressed ? between(random, 0.4, 1) * liveliness : 0;
    const ending = isLast ? (rises ? liveliness + 2 : -2) : 0;
    const melody = DECLINATION * (0.5 - progress) + accent + ending;
    const stretched = (isStressed ? 1.25 : 0.85) * (isLast ? 1.5 : 1) * between(random, 0.85, 1.2);
    return syllable(random, isStressed).map((sound) => ({
      sound,
      seconds: (sound.seconds * stretched) / pace,
      loudness: level * (isStressed ? 1 : 0.62) * (1 - 0.3 * progress),
      melody,
    }));
  }).flat();
}

/** The silence between two phrases, or a longer one with a breath. */
function pause(random: Random): Spoken[] {
  const isLong = random() < 0.3;
  const quiet = { sound: silence, loudness: 0, melody: 0 };
  if (!isLong) return [{ ...quiet, seconds: between(random, 0.18, 0.4) }];
  return [
    { ...quiet, seconds: between(random, 0.3, 0.9) },
    { sound: inhalation, seconds: between(random, 0.25, 0.4), loudness: 1, melody: 0 },
    { ...quiet, seconds: 0.06 },
  ];
}

/** Phrases and pauses that fill the time, with silence at the end. */
export function utterance(seconds: number, voice: Voice, random: Random): Spoken[] {
  const quiet = { sound: silence, loudness: 0, melody: 0 };
  const spoken: Spoken[] = [{ ...quiet, seconds: EDGE_SECONDS }];
  let left = seconds - EDGE_SECONDS;
  for (;;) {
    for (const next of [...phrase(random, voice), ...pause(random)]) {
      if (left - next.seconds < EDGE_SECONDS) return [...spoken, { ...quiet, seconds: left }];
      spoken.push(next);
      left -= next.seconds;
    }
  }
}

/** The parameters of a speaker's voice. */
export interface Voice {
  /** Pitch in the middle of a sentence, Hz. */
  readonly pitch: number;
  /** Length of the vocal tract; 1 is an adult man's. Shorter is brighter. */
  readonly tract: number;
  /** Speed; 1 is calm. */
  readonly pace: number;
  /** How far the pitch rises for a stress, semitones. */
  readonly liveliness: number;
  /** Breathiness: 0 is clear, 1 nearly whispered. */
  readonly breath: number;
}
