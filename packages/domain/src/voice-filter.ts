import {
  isVoiceFilterId,
  VOICE_FILTER_IDS,
  type VoiceFilterId,
} from '../../voice/src/filter-ids.ts';
import { filterName } from './voice-filter-name.ts';

/**
 * How well a filter hides the speaker, by the measurements of `npm run bench`: how much of the voice an
 * inverse filter recovers, and how often a verifier identifies the speaker.
 */
export type Hides = 'nothing' | 'little' | 'some' | 'most';

/** The words of each class in the picker. */
export const HIDES_WORDS: Record<Hides, string> = {
  nothing: 'Your own voice',
  little: 'Anyone can undo it',
  some: 'Hides some of you',
  most: 'Hides you best',
};

/** A way of masking a voice. */
export interface VoiceFilter {
  readonly id: VoiceFilterId;
  /** The name for people: in the picker, on cards, in toasts and in default titles. */
  readonly shownName: string;
  readonly emoji: string;
  readonly description: string;
  readonly hides: Hides;
}

export { isVoiceFilterId, VOICE_FILTER_IDS, type VoiceFilterId };

export const DEFAULT_VOICE_FILTER: VoiceFilterId = 'original';

/** The filters that the collapsed picker shows, which are also applied first. */
export const FEWER_VOICE_FILTERS: readonly VoiceFilterId[] = ['original', 'veil', 'deep'];

/** The descriptions of the filters in the picker. */
const descriptions: Record<VoiceFilterId, Pick<VoiceFilter, 'emoji' | 'description' | 'hides'>> = {
  original: { emoji: '🎙️', description: 'Your voice as it is', hides: 'nothing' },
  veil: { emoji: '🎭', description: 'A stranger speaks', hides: 'most' },
  chipmunk: { emoji: '🐿️', description: 'Higher and quicker', hides: 'little' },
  deep: { emoji: '🌊', description: 'Lower and slower', hides: 'little' },
  robot: { emoji: '🤖', description: 'Metallic, on one note', hides: 'some' },
  echo: { emoji: '🏔️', description: 'Calling across a valley', hides: 'little' },
  vintage: { emoji: '📻', description: 'An old receiver', hides: 'little' },
  megaphone: { emoji: '📣', description: 'Hard and loud', hides: 'little' },
};

/** Every filter, in the picker's order. */
export const VOICE_FILTERS: readonly VoiceFilter[] = VOICE_FILTER_IDS.map((id) =>
  Object.assign({ id }, voiceFilter(id)),
);

export function voiceFilter(id: VoiceFilterId): Omit<VoiceFilter, 'id'> {
  return { shownName: filterName(id), ...descriptions[id] };
}
