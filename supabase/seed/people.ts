import type { Voice } from './utterance.ts';

/** An account of the demo. */
export interface DemoPerson {
  readonly bio: string;
  readonly voice: Voice;
  /** Days since the account was created. */
  readonly joinedDaysAgo: number;
  readonly isPrivate?: true;
  readonly allowsDownloads?: true;
  /** Posts WAV files, as clients do that cannot encode. All others post MP3. */
  readonly postsWav?: true;
}

/** The accounts of the demo by username. Visitors sign in with the first one. */
export const people = {
  nightbus: {
    bio: 'Last stop, every night. I talk so I stay awake.',
    voice: { pitch: 96, tract: 1.04, pace: 0.92, liveliness: 2.5, breath: 0.3 },
    joinedDaysAgo: 212,
    allowsDownloads: true,
  },
  marrow: {
    bio: 'Soup, grief, and other slow things.',
    voice: { pitch: 188, tract: 0.88, pace: 0.88, liveliness: 3, breath: 0.45 },
    joinedDaysAgo: 167,
    postsWav: true,
  },
  'tin.can': {
    bio: 'Two cans and a string. Mostly pigeon news.',
    voice: { pitch: 124, tract: 0.97, pace: 1.25, liveliness: 6, breath: 0.1 },
    joinedDaysAgo: 140,
  },
  half_past: {
    bio: 'Half past what? Exactly.',
    voice: { pitch: 142, tract: 0.95, pace: 1.05, liveliness: 4, breath: 0.2 },
    joinedDaysAgo: 121,
  },
  okra: {
    bio: 'Grows things, mostly patience.',
    voice: { pitch: 205, tract: 0.86, pace: 1, liveliness: 5, breath: 0.15 },
    joinedDaysAgo: 98,
  },
  velvetstatic: {
    bio: 'Between two stations. If you hear me, move the dial a little to the left.',
    voice: { pitch: 110, tract: 1.02, pace: 0.85, liveliness: 2, breath: 0.6 },
    joinedDaysAgo: 190,
  },
  unit7: {
    bio: 'Definitely a person.',
    voice: { pitch: 118, tract: 1, pace: 1.1, liveliness: 0.5, breath: 0 },
    joinedDaysAgo: 61,
  },
  saltlamp: {
    bio: 'Warm light, no opinions.',
    voice: { pitch: 172, tract: 0.9, pace: 0.95, liveliness: 3.5, breath: 0.35 },
    joinedDaysAgo: 84,
  },
  'quiet.hours': {
    bio: 'Night nurse, third floor. I keep my voice down for a living.',
    voice: { pitch: 165, tract: 0.91, pace: 0.82, liveliness: 2, breath: 0.75 },
    joinedDaysAgo: 47,
    isPrivate: true,
  },
  lowtide: {
    bio: 'I walk the shore until the ferries start.',
    voice: { pitch: 132, tract: 0.98, pace: 0.9, liveliness: 3, breath: 0.4 },
    joinedDaysAgo: 33,
  },
  attic_fan: {
    bio: 'New here. Awake anyway.',
    voice: { pitch: 221, tract: 0.84, pace: 1.15, liveliness: 5, breath: 0.2 },
    joinedDaysAgo: 2,
  },
  'jingle.king': {
    bio: 'Sixty seconds of SALE. Follow back guaranteed.',
    voice: { pitch: 152, tract: 0.94, pace: 1.4, liveliness: 8, breath: 0 },
    joinedDaysAgo: 9,
  },
} as const satisfies Record<string, DemoPerson>;

export type Username = keyof typeof people;

export const isUsername = (name: string): name is Username => Object.hasOwn(people, name);

export const usernames: readonly Username[] = Object.keys(people).filter(isUsername);
