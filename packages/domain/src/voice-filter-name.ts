import { isVoiceFilterId, type VoiceFilterId } from '../../voice/src/filter-ids.ts';

/*
 * The names of voice filters, apart from their descriptions: lists of drops, which are in the app's first
 * load, need only these.
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
 * The shown name of a filter: in the picker, on cards, in toasts and in default titles.
 *
 * @param id as stored in a row. An unknown id, of a later version, is shown capitalised: showing another
 *   name, such as that of the original voice, would be wrong.
 */
export function filterName(id: string): string {
  return isVoiceFilterId(id) ? names[id] : id.charAt(0).toUpperCase() + id.slice(1);
}
