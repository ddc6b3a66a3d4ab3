import { isVoiceFilterId, type VoiceFilterId } from '../../voice/src/filter-ids.ts';

/*
 * What voice filters are called: all that lists of drops need of them, apart from what the recorder
 * offers, so that the first load of the app holds no more.
 */

interface FilterName {
  /** In texts, such as a drop's default title. */
  readonly name: string;
  /** In the picker and on a card. */
  readonly shownName: string;
}

const names: Record<VoiceFilterId, FilterName> = {
  original: { name: 'Original', shownName: 'Original' },
  veil: { name: 'Veil', shownName: 'Veil' },
  chipmunk: { name: 'Chipmunk', shownName: 'High Pitch' },
  deep: { name: 'Deep Voice', shownName: 'Deep Voice' },
  robot: { name: 'Robot', shownName: 'Robot Voice' },
  echo: { name: 'Echo Chamber', shownName: 'Echo Effect' },
  vintage: { name: 'Vintage Radio', shownName: 'Vintage Radio' },
  megaphone: { name: 'Loud Hailer', shownName: 'Loud Hailer' },
};

/**
 * What a filter is called.
 *
 * @param id as a row holds it. A filter of a later version, which this one does not know, is called by its
 *   id with a capital letter: it is none that this version knows, and least of all the original voice.
 */
export function filterName(id: string): FilterName {
  if (isVoiceFilterId(id)) return names[id];
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  return { name, shownName: name };
}
