/** The letter of a button, where there is a keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-sm border border-line bg-paper font-sans text-xs text-ink-faint pointer-coarse:hidden"
    >
      {name}
    </kbd>
  );
}
