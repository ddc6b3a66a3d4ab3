import type { ComponentProps, ComponentType } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { Input } from './input.tsx';

export interface TextFieldProps
  extends Omit<FieldProps, 'children' | 'counter'>, Omit<ComponentProps<'input'>, 'children'> {
  onValueChange?: (text: string) => void;
  /** The control; by default `Input`. */
  control?: ComponentType<Omit<ComponentProps<'input'>, 'type'>>;
}

/** A labelled single-line text control. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, success, onValueChange, control, ...rest } = props;
  const Control = control ?? Input;
  return (
    <Field label={label} hint={hint} error={error} success={success}>
      {(field) => (
        <Control
          {...field}
          {...rest}
          onChange={(event) => onValueChange?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
