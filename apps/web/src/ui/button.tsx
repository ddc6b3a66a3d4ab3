import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Disables the button and shows a spinner before its label. */
  pending?: boolean;
}

/** A button with a label. Use IconButton for one with only an icon, and buttonClass for a link. */
export function Button({
  variant = 'primary',
  size = 'md',
  pending = false,
  type = 'button',
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || pending}
      aria-busy={pending || undefined}
      className={clsx(buttonClass({ variant, size }), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
