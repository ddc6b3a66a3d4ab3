import type { DropName } from './drops.ts';
import type { Username } from './people.ts';

/** Which accounts each one follows, including the private account's followers. */
export const follows: Record<Username, readonly Username[]> = {
  nightbus: ['marrow', 'tin.can', 'half_past', 'velvetstatic', 'quiet.hours'],
  marrow: ['nightbus', 'okra', 'velvetstatic', 'saltlamp', 'quiet.hours'],
  'tin.can': ['nightbus', 'saltlamp', 'unit7'],
  half_past: ['nightbus', 'marrow', 'tin.can', 'okra', 'lowtide'],
  okra: ['marrow', 'saltlamp', 'unit7', 'nightbus'],
  velvetstatic: ['half_past', 'nightbus', 'unit7'],
  unit7: ['velvetstatic', 'okra', 'tin.can'],
  saltlamp: ['okra', 'tin.can', 'marrow', 'velvetstatic', 'nightbus'],
  'quiet.hours': ['nightbus', 'marrow', 'saltlamp'],
  lowtide: ['nightbus', 'okra', 'saltlamp'],
  attic_fan: ['nightbus', 'lowtide'],
  'jingle.king': ['tin.can', 'half_past', 'unit7'],
};

/** The accounts that like each drop, in the order of their likes. */
export const likes: Partial<Record<DropName, readonly Username[]>> = {
  foghorn: ['half_past'],
  twoPigeons: ['half_past', 'nightbus', 'okra'],
  hotList: ['lowtide', 'saltlamp'],
  numbers: ['unit7', 'nightbus', 'half_past'],
  pigeon: ['nightbus', 'half_past', 'okra', 'unit7', 'saltlamp', 'jingle.king'],
  regulars: ['marrow', 'half_past', 'quiet.hours', 'velvetstatic', 'okra', 'lowtide', 'attic_fan'],
  smallTalk: ['okra', 'velvetstatic', 'tin.can'],
  dial: ['half_past', 'saltlamp', 'nightbus', 'marrow'],
  sister: ['okra', 'saltlamp', 'nightbus', 'quiet.hours', 'lowtide', 'velvetstatic', 'half_past'],
  corridor: ['marrow', 'nightbus'],
  glove: ['half_past', 'okra', 'lowtide'],
  early: ['nightbus', 'saltlamp', 'jingle.king'],
  bread: ['okra', 'marrow', 'tin.can', 'lowtide'],
  kettle: ['marrow', 'half_past'],
  tomatoes: ['saltlamp', 'velvetstatic', 'unit7'],
  ferries: ['okra', 'half_past', 'attic_fan'],
  clock: ['velvetstatic', 'tin.can'],
  tape: ['half_past', 'marrow', 'nightbus', 'unit7', 'saltlamp'],
  barley: ['okra', 'quiet.hours', 'half_past'],
  stops: ['tin.can', 'half_past', 'marrow', 'velvetstatic', 'saltlamp', 'unit7'],
  captcha: ['okra', 'velvetstatic', 'tin.can', 'saltlamp'],
  frost: ['marrow', 'lowtide'],
  silence: ['nightbus', 'unit7'],
  rain: ['saltlamp', 'velvetstatic', 'marrow', 'lowtide'],
  calledBack: ['marrow', 'okra'],
  beforeSleep: ['marrow', 'nightbus'],
  voicemail: ['nightbus', 'okra'],
  escalator: ['half_past', 'tin.can'],
  neighbour: ['velvetstatic', 'saltlamp'],
  microwave: ['tin.can', 'unit7', 'okra'],
  tenSeconds: ['lowtide', 'okra', 'marrow', 'half_past', 'quiet.hours'],
  evening: ['okra', 'tin.can', 'marrow'],
  coat: ['nightbus', 'okra', 'saltlamp', 'quiet.hours'],
};

/** Bookmarks, in the order in which they were added. */
export const bookmarks: Partial<Record<Username, readonly DropName[]>> = {
  nightbus: ['coat', 'evening', 'voicemail', 'tape', 'barley', 'sister', 'dial', 'numbers'],
  marrow: ['regulars', 'rain'],
  half_past: ['ferries', 'dial'],
  okra: ['tenSeconds'],
};

/** Accounts that have played a drop without a like or a comment. */
export const listeners: Partial<Record<DropName, readonly Username[]>> = {
  twoPigeons: ['unit7', 'marrow'],
  pigeon: ['velvetstatic', 'lowtide', 'attic_fan'],
  follow: ['unit7', 'tin.can', 'marrow', 'okra'],
  regulars: ['tin.can', 'saltlamp', 'unit7', 'jingle.king'],
  sister: ['tin.can', 'unit7', 'attic_fan'],
  glove: ['marrow', 'velvetstatic'],
  deals: ['marrow', 'half_past'],
  stops: ['okra', 'lowtide', 'attic_fan', 'jingle.king'],
  captcha: ['nightbus', 'half_past', 'marrow', 'lowtide'],
  sand: ['okra', 'half_past'],
  nobodyAsked: ['half_past', 'nightbus', 'unit7'],
};

/** Which accounts each one has blocked. */
export const blocks: Partial<Record<Username, readonly Username[]>> = {
  nightbus: ['jingle.king'],
  'quiet.hours': ['jingle.king'],
};

/** The accounts that have reported a drop as spam. */
export const reports: Partial<Record<DropName, readonly Username[]>> = {
  follow: ['marrow'],
  deals: ['marrow', 'half_past'],
};
