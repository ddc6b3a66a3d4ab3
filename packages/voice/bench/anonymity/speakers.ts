import { pick, randomFor, type Random } from '../../../../supabase/seed/random.ts';

/** How one clip of a speaker is synthesised. */
export type Synthesis =
  | { by: 'espeak-ng'; voice: string; pitch: number; pace: number }
  | { by: 'flite'; voice: string; pitch: number; stretch: number }
  | { by: 'festival'; voice: string; stretch: number };

export type Speaker = {
  name: string;
  /** The attacker trains on some speakers and is tested on others. */
  part: 'training' | 'test';
  /** The synthesis of one of the clips, with a pitch and a pace near the speaker's own. */
  speak: (clip: number, random: Random) => Synthesis;
};

/** The variants of espeak-ng 1.51 that sound like people, without whispers and machines. */
const VARIANTS =
  'adam Alex Alicia Andrea Andy Annie antonio aunty belinda benjamin boris caleb david Denis Diogo ed edward edward2 Gene Gene2 gustave Henrique Hugo iven iven2 iven3 iven4 Jacky john kaukovalta Lee linda marcelo Marco max michael michel miguel mike Nguyen pablo paul pedro quincy RicishayMax RicishayMax2 RicishayMax3 rob robert steph steph2 steph3 travis victor zac anika f1 f2 f3 f4 f5 m1 m2 m3 m4 m5 m6 m7 m8 grandma grandpa klatt2 klatt4 norbert sandro shelby'.split(
    ' ',
  );

const ACCENTS = [
  'en-us',
  'en-gb',
  'en-gb-scotland',
  'en-gb-x-gbclan',
  'en-gb-x-gbcwmd',
  'en-gb-x-rp',
  'en-029',
  'en-us-nyc',
] as const;

/** The maximum deviation of a clip from its speaker's pitch and pace: 8 and 10 per cent. */
const PITCH_SWAY = 0.08;
const PACE_SWAY = 0.1;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const sway = (random: Random, reach: number) => between(random, 1 - reach, 1 + reach);

/** A speaker of a variant, with an accent, a pitch (espeak's 0 to 99) and a pace (words a minute). */
function espeakSpeaker(variant: string, index: number): Speaker {
  const own = randomFor(`speaker ${variant}`);
  const voice = `${pick(own, ACCENTS)}+${variant}`;
  const pitch = between(own, 30, 70);
  const pace = between(own, 140, 200);
  return {
    name: voice,
    part: index % 2 === 0 ? 'training' : 'test',
    speak: (_, random) => ({
      by: 'espeak-ng',
      voice,
      // A step of espeak's pitch is about 0.8 per cent.
      pitch: Math.round(pitch + between(random, -PITCH_SWAY, PITCH_SWAY) / 0.008),
      pace: Math.round(pace * sway(random, PACE_SWAY)),
    }),
  };
}

/** A speaker of a voice that was recorded from a person. @param pitch the person's mean, in Hz */
function recordedSpeaker(
  voice: string,
  part: Speaker['part'],
  pitch: number,
  festival?: string,
): Speaker {
  return {
    name: voice,
    part,
    speak: (clip, random) => {
      const stretch = 1 / sway(random, PACE_SWAY);
      // Festival's voices were recorded from the same people, and speak half of the clips.
      if (festival && clip % 2 === 1) return { by: 'festival', voice: festival, stretch };
      return { by: 'flite', voice, pitch: Math.round(pitch * sway(random, PITCH_SWAY)), stretch };
    },
  };
}

const shuffled = <Item>(items: readonly Item[], random: Random): Item[] =>
  items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** All speakers in a random order, so that the first few are a fair sample. */
export const SPEAKERS: readonly Speaker[] = shuffled(
  [
    ...shuffled(VARIANTS, randomFor('parts')).map(espeakSpeaker),
    recordedSpeaker('slt', 'training', 170, 'cmu_us_slt_arctic_hts'),
    recordedSpeaker('kal16', 'training', 105, 'kal_diphone'),
    recordedSpeaker('awb', 'test', 125),
    recordedSpeaker('rms', 'test', 100),
  ],
  randomFor('speakers'),
);
