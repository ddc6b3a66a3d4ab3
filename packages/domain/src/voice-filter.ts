import {
  isVoiceFilterId,
  VOICE_FILTER_IDS,
  type VoiceFilterId,
} from '../../voice/src/filter-ids.ts';

/** A way of masking a voice. */
export interface VoiceFilter {
  readonly id: VoiceFilterId;
  /** The name in texts, such as a drop's default title. */
  readonly name: string;
  /** The name in the picker and on a card. */
  readonly shownName: string;
  readonly emoji: string;
  readonly description: string;
}

export { isVoiceFilterId, VOICE_FILTER_IDS, type VoiceFilterId };

export const DEFAULT_VOICE_FILTER: VoiceFilterId = 'original';

/** The filters that the collapsed picker shows. */
export const FEWER_VOICE_FILTERS: readonly VoiceFilterId[] = ['original', 'deep'];

const filters: Record<VoiceFilterId, Omit<VoiceFilter, 'id'>> = {
  original: {
    name: 'Original',
    shownName: 'Original',
    emoji: '🎙️',
    description: 'Your voice, just as it is',
  },
  veil: {
    name: 'Veil',
    shownName: 'Veil',
    emoji: '🎭',
    description: 'A calm stranger speaks for you',
  },
  chipmunk: {
    name: 'Chipmunk',
    shownName: 'High Pitch',
    emoji: '🐿️',
    description: 'Higher and quicker',
  },
  deep: {
    name: 'Deep Voice',
    shownName: 'Deep Voice',
    emoji: '🌊',
    description: 'Lower and slower',
  },
  robot: {
    name: 'Robot',
    shownName: 'Robot Voice',
    emoji: '🤖',
    description: 'Metallic, on a single note',
  },
  echo: {
    name: 'Echo Chamber',
    shownName: 'Echo Effect',
    emoji: '🏔️',
    description: 'Calling across a valley',
  },
  vintage: {
    name: 'Vintage Radio',
    shownName: 'Vintage Radio',
    emoji: '📻',
    description: 'An old receiver late at night',
  },
  megaphone: {
    name: 'Loud Hailer',
    shownName: 'Loud Hailer',
    emoji: '📣',
    description: 'Hard and loud, across the square',
  },
};

/** Every filter, in the picker's order. */
export const VOICE_FILTERS: readonly VoiceFilter[] = VOICE_FILTER_IDS.map((id) =>
  Object.assign({ id }, filters[id]),
);

export function voiceFilter(id: VoiceFilterId): Omit<VoiceFilter, 'id'> {
  return filters[id];
}
