import { isVoiceFilterId, type VoiceFilterId } from '../../voice/src/filter-ids.ts';

/*
 * What voice filters are called: all that lists of drops need of them, apart from what the recorder
 * offers, so that the first load of the app holds no more.
 */

const names: Record<VoiceFilterId, string> = {
  original: 'Original',
  veil: 'Veil',
  chipmunk: 'High Pitch',
  deep: 'Deep Voice',
  robot: 'Robot Voice',
  echo: 'Echo Effect',
  vintage: 'Vintage Radio',
  megaphone: 'Loud Hailer',
};

/**
 * What a filter is called: in the picker, on cards, in toasts and in default titles.
 *
 * @param id as a row holds it. A filter of a later version, which this one does not know, is called by its
 *   id with a capital letter: it is none that this version knows, and least of all the original voice.
 */
export function filterName(id: string): string {
  return isVoiceFilterId(id) ? names[id] : id.charAt(0).toUpperCase() + id.slice(1);
}
