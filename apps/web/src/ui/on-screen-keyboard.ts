/** Gives the screen back to what was searched for, on devices whose keyboard covers it. */
export function hideOnScreenKeyboard(input: HTMLElement | null): void {
  if (matchMedia('(pointer: coarse)').matches) input?.blur();
}
