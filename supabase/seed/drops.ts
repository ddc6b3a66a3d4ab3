import type { PrivacyLevel } from '../../packages/domain/src/privacy-level.ts';
import type { VoiceFilterId } from '../../packages/domain/src/voice-filter.ts';
import type { Username } from './people.ts';

/** A voice drop of the demo. Its hashtags are those in its title, as they are for everyone. */
export interface DemoDrop {
  readonly by: Username;
  readonly title: string;
  readonly filter: VoiceFilterId;
  readonly hoursAgo: number;
  readonly privacy?: PrivacyLevel;
}

const drop = (
  by: Username,
  title: string,
  filter: VoiceFilterId,
  hoursAgo: number,
  privacy: PrivacyLevel = 'public',
): DemoDrop => ({ by, title, filter, hoursAgo, privacy });

/** The demo's drops, by the name that conversations and likes refer to. */
export const drops = {
  foghorn: drop('lowtide', 'The foghorn and I disagree #sea', 'echo', 0.07),
  twoPigeons: drop('tin.can', 'Pigeon update: there are two now #pigeon', 'megaphone', 0.3),
  hotList: drop('attic_fan', 'Too hot to sleep, so here is a list #night #late', 'original', 0.45),
  numbers: drop('velvetstatic', 'Number station, or my uncle? #radio', 'vintage', 0.8),
  pigeon: drop('tin.can', 'Breaking: the pigeon is back #news #pigeon', 'megaphone', 1.1),
  follow: drop('jingle.king', 'Follow me and I follow you #promo', 'chipmunk', 1.5),
  regulars: drop('nightbus', 'The 2 a.m. regulars #night #work', 'deep', 2.2),
  smallTalk: drop('unit7', 'Small talk, attempt nine #human', 'robot', 3.1),
  dial: drop('velvetstatic', 'Between 88.4 and 88.6 #radio #night', 'vintage', 3.6),
  sister: drop('marrow', 'What I never told my sister #confession', 'veil', 5),
  corridor: drop('quiet.hours', 'Corridor lights at four #night #work #late', 'deep', 6.2),
  glove: drop('nightbus', 'A glove on seat fourteen #lostandfound', 'original', 7.5),
  early: drop('half_past', 'I have been early my whole life #late', 'vintage', 9),
  bread: drop('saltlamp', 'One good thing: the bread was warm #small #morning', 'original', 11),
  kettle: drop('nightbus', 'Home. Kettle. Shoes still on', 'original', 12.4, 'followers'),
  tomatoes: drop('okra', 'Talking to the tomatoes #garden #morning', 'chipmunk', 14),
  ferries: drop('lowtide', 'Counting ferries until it gets light #sea #morning', 'original', 17),
  deals: drop('jingle.king', 'Mattress SALE, tonight only #promo', 'megaphone', 20),
  clock: drop('half_past', 'The clock in my kitchen is lying #night', 'original', 22),
  tape: drop('velvetstatic', 'Found this on an old tape #radio #tape', 'vintage', 26),
  barley: drop('marrow', 'Barley soup, from memory #kitchen', 'original', 28),
  stops: drop('nightbus', 'Stop announcements, read honestly #work', 'megaphone', 30),
  captcha: drop('unit7', 'I passed the captcha today #human #work', 'robot', 33),
  frost: drop('okra', 'First frost, an apology #garden', 'original', 36),
  umbrella: drop('tin.can', 'Lost: one umbrella, some dignity', 'robot', 46),
  silence: drop('half_past', 'Four seconds, more or less', 'original', 49),
  rain: drop('nightbus', 'Rain on the depot roof', 'original', 53),
  calledBack: drop('saltlamp', 'One good thing: you called back #small', 'original', 60),
  beforeSleep: drop('quiet.hours', 'What they say just before sleep', 'echo', 70),
  voicemail: drop('marrow', 'His voicemail, still full', 'vintage', 76, 'followers'),
  nobodyAsked: drop('tin.can', 'Announcement nobody asked for', 'megaphone', 80),
  engine: drop('nightbus', 'Just the engine and me', 'vintage', 97, 'private'),
  escalator: drop('unit7', 'Dream log: the escalator again', 'robot', 100),
  sand: drop('lowtide', 'Sand in everything #sea', 'original', 121),
  neighbour: drop('okra', 'What the neighbour’s radio said #radio', 'echo', 128),
  microwave: drop('half_past', 'Things I say to the microwave', 'chipmunk', 150),
  tenSeconds: drop('nightbus', 'Why I wait the extra ten seconds #night', 'deep', 194),
  evening: drop('saltlamp', 'One good thing, every evening #small', 'original', 218),
  coat: drop('marrow', 'I kept his coat #confession', 'veil', 260),
} as const satisfies Record<string, DemoDrop>;

export type DropName = keyof typeof drops;

const isDropName = (name: string): name is DropName => Object.hasOwn(drops, name);

export const dropNames: readonly DropName[] = Object.keys(drops).filter(isDropName);
