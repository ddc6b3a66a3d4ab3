import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A box on the raised background, with a border. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={clsx('rounded-lg border border-line bg-paper-raised p-5 sm:p-6', className)}
    />
  );
}
