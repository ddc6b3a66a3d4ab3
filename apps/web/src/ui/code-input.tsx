import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

interface CodeInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'maxLength'
> {
  value: string;
  /** Digits that the code has. */
  length: number;
  /** Told the digits of whatever was typed or pasted: '123 456' is '123456'. */
  onValueChange: (digits: string) => void;
}

/**
 * A control for a code of digits from a mail, a message or an app. It is one
 * plain field, so that pasting, filling in and screen readers work as they do.
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
