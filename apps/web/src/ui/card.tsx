import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A sheet of raised paper with a hairline edge. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={clsx('rounded-lg border border-line bg-paper-raised p-5 sm:p-6', className)}
    />
  );
}
