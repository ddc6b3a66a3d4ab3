/** Elements that take letters as input: text fields, and open menus and lists that letters search. */
const TYPING =
  'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** Whether a key event is input to the element that has the focus, so that the key is no shortcut. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Hides the on-screen keyboard of a touch device, so that it does not cover the results of a search. */
export function hideOnScreenKeyboard(input: HTMLElement | null): void {
  if (matchMedia('(pointer: coarse)').matches) input?.blur();
}
