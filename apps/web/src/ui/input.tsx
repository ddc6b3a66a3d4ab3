import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const classes =
  'w-full rounded-md border bg-paper-raised text-ink transition-[border-color,box-shadow] ' +
  'hover:border-ink-faint focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'disabled:opacity-55 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger';

/** The classes that all text controls share. */
export const controlClass = `${classes} border-line-strong`;

/** The classes of a search field: its icon shows where it is, so that its outline may be as quiet as a card's. */
export const searchClass = `${classes} border-line`;

/** A single-line text control. Give it its label through Field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" {...rest} className={clsx(controlClass, 'h-11.5 px-4', className)} />;
}
