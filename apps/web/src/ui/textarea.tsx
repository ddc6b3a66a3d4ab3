import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass } from './input.tsx';

/** A text control of several lines that grows with its content. Give it its label through Field. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      rows={rows}
      className={clsx(controlClass, 'field-sizing-content resize-none px-4 py-3', className)}
    />
  );
}
