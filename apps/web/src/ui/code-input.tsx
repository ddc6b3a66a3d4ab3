import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

interface CodeInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'maxLength'
> {
  value: string;
  /** The number of digits of the code. */
  length: number;
  /** Called with only the digits of what was typed or pasted: '123456' for '123 456'. */
  onValueChange: (digits: string) => void;
}

/**
 * A control for a code of digits from an email, a text message or an app. A single text field, so
 * that pasting, autofill and screen readers work.
 */
export function CodeInput({ value, length, onValueChange, className, ...rest }: CodeInputProps) {
  return (
    <Input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      value={value}
      onChange={(event) =>
        onValueChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, length))
      }
      className={clsx('font-display text-2xl! tracking-[0.3em] tabular-nums', className)}
    />
  );
}
