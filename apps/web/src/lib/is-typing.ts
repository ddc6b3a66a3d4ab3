/** Where letters are typed, or choose from what is open. */
const TYPING =
  'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]';

/** Whether a key was pressed where letters mean themselves, so that they are no shortcuts. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}
