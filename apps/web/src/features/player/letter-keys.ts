import { isTyping } from '#lib/keyboard.ts';
import { logFailure } from '#lib/log.ts';

/** Open dialogs. Toasts have the role too, but are not modal. */
const DIALOG = '[role=dialog]:not([aria-modal=false]), [role=alertdialog]:not([aria-modal=false])';

/** Whether a key event can be a shortcut: no other handler took it, no text is being typed, and no dialog is open. */
export function isShortcut(event: KeyboardEvent, page: Document): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event) && !page.querySelector(DIALOG);
}

const STORAGE_KEY = 'undertone:letter-keys';

/** Whether single letters and signs are shortcuts on this device; on by default. */
export function areLetterKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch (cause) {
    logFailure('The setting for shortcuts could not be read.', cause);
    return true;
  }
}

/** Switches single letters and signs on or off as shortcuts, in all tabs of this device. */
export function setLetterKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch (cause) {
    logFailure('The setting for shortcuts could not be stored.', cause);
  }
}
