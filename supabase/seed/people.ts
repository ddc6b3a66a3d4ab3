import type { Speaker } from './speak.ts';

/** An account of the demo. */
export interface DemoPerson {
  readonly bio: string;
  readonly speaker: Speaker;
  /** Days since the account was created. */
  readonly joinedDaysAgo: number;
  readonly isPrivate?: true;
  readonly allowsDownloads?: true;
  readonly allowsAnonymous?: true;
}

/** The accounts of the demo by username. Visitors sign in with the first one. */
export const people = {
  nightbus: {
    bio: 'Last stop, every night. I talk so I stay awake.',
    speaker: { flite: 'rms', size: 0.94, pace: 0.95 },
    joinedDaysAgo: 212,
    allowsDownloads: true,
    allowsAnonymous: true,
  },
  marrow: {
    bio: 'Soup, grief, and other slow things.',
    speaker: { flite: 'slt', size: 0.92, pace: 0.9 },
    joinedDaysAgo: 167,
  },
  'tin.can': {
    bio: 'Two cans and a string. Mostly pigeon news.',
    speaker: { flite: 'kal16', size: 1.06, pace: 1.05 },
    joinedDaysAgo: 140,
  },
  half_past: {
    bio: 'Half past what? Exactly.',
    speaker: { flite: 'awb', size: 1.0, pace: 0.95 },
    joinedDaysAgo: 121,
  },
  okra: {
    bio: 'Grows things, mostly patience.',
    speaker: { flite: 'slt', size: 1.06, pace: 1 },
    joinedDaysAgo: 98,
  },
  velvetstatic: {
    bio: 'Between two stations. If you hear me, move the dial a little to the left.',
    speaker: { flite: 'rms', size: 0.88, pace: 0.88 },
    joinedDaysAgo: 190,
  },
  unit7: {
    bio: 'Definitely a person.',
    speaker: { flite: 'kal16', size: 0.95, pace: 0.95 },
    joinedDaysAgo: 61,
  },
  saltlamp: {
    bio: 'Warm light, no opinions.',
    speaker: { flite: 'slt', size: 1.0, pace: 0.95 },
    joinedDaysAgo: 84,
  },
  'quiet.hours': {
    bio: 'Night nurse, third floor. I keep my voice down for a living.',
    speaker: { flite: 'slt', size: 0.88, pace: 0.86 },
    joinedDaysAgo: 47,
    isPrivate: true,
  },
  lowtide: {
    bio: 'I walk the shore until the ferries start.',
    speaker: { flite: 'awb', size: 0.94, pace: 0.9 },
    joinedDaysAgo: 33,
  },
  attic_fan: {
    bio: 'New here. Awake anyway.',
    speaker: { flite: 'slt', size: 1.13, pace: 1.08 },
    joinedDaysAgo: 2,
  },
  'jingle.king': {
    bio: 'Sixty seconds of SALE. Follow back guaranteed.',
    speaker: { flite: 'awb', size: 1.12, pace: 1.25 },
    joinedDaysAgo: 9,
  },
} as const satisfies Record<string, DemoPerson>;

export type Username = keyof typeof people;

export const isUsername = (name: string): name is Username => Object.hasOwn(people, name);

export const usernames: readonly Username[] = Object.keys(people).filter(isUsername);
