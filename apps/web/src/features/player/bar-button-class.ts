/** The classes of buttons with text in the player's bar. */
export const barButtonClass =
  'flex h-10 min-w-10 shrink-0 items-center justify-center gap-1.5 rounded-full px-2 text-sm font-medium text-ink-soft tabular-nums transition-[background-color,color,scale] select-none hover:bg-paper-hover hover:text-ink active:scale-[0.96] [&_svg]:size-4.5';
