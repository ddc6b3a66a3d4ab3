import { isTyping } from '#lib/keyboard.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

/** Open dialogs. Toasts have the role too, but are not modal. */
const DIALOG = '[role=dialog]:not([aria-modal=false]), [role=alertdialog]:not([aria-modal=false])';

/** Whether a key event can be a shortcut: no other handler took it, no text is being typed, and no dialog is open. */
export function isShortcut(event: KeyboardEvent, page: Document): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event) && !page.querySelector(DIALOG);
}

const STORAGE_KEY = 'undertone:letter-keys';

/** Whether single letters and signs are shortcuts on this device; on by default. */
export const areLetterKeysOn = (): boolean => readLocalItem(STORAGE_KEY) !== 'off';

/** Switches single letters and signs on or off as shortcuts, in all tabs of this device. */
export const setLetterKeys = (on: boolean): void => writeLocalItem(STORAGE_KEY, on ? null : 'off');
