import { accountKey } from '#lib/account-local-storage.ts';
import { readLocalItem } from '#lib/local-item.ts';

/** The drops that were read last: parsed once for all cards, and the same set while they are the same. */
let parsed: { text: string; ids: ReadonlySet<string> } | undefined;

/**
 * The ids of the drops that a listener has played to the end on this device, the oldest first.
 *
 * @param listener an account's id; undefined for a visitor, whose plays are not stored
 */
export function readFinishedDrops(listener: string | undefined): ReadonlySet<string> {
  const text = (listener && readLocalItem(accountKey('finished', listener))) ?? '';
  if (parsed?.text !== text) parsed = { text, ids: new Set(text.match(/\S+/g)) };
  return parsed.ids;
}
