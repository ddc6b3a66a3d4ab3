import {
  isVoiceFilterId,
  VOICE_FILTER_IDS,
  type VoiceFilterId,
} from '../../voice/src/filter-ids.ts';

/** A way of masking a voice. */
export interface VoiceFilter {
  readonly id: VoiceFilterId;
  /** The name for people: in the picker, on cards, in toasts and in default titles. */
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
    shownName: 'Original',
    emoji: '🎙️',
    description: 'Your voice, just as it is',
  },
  chipmunk: {
    shownName: 'High Pitch',
    emoji: '🐿️',
    description: 'Higher and quicker',
  },
  deep: {
    shownName: 'Deep Voice',
    emoji: '🌊',
    description: 'Lower and slower',
  },
  robot: {
    shownName: 'Robot Voice',
    emoji: '🤖',
    description: 'Metallic, on a single note',
  },
  echo: {
    shownName: 'Echo Effect',
    emoji: '🏔️',
    description: 'Calling across a valley',
  },
  vintage: {
    shownName: 'Vintage Radio',
    emoji: '📻',
    description: 'An old receiver late at night',
  },
  megaphone: {
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
