/** The shared look of text controls: input, textarea, select. */
export const controlClass =
  'w-full rounded-md border border-line-strong bg-paper-raised text-ink transition-[border-color,box-shadow] ' +
  'hover:border-ink-faint focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'disabled:opacity-55 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';
