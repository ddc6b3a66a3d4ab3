import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

it('a field labels its control and describes it by hint and counter', () => {
  render(
    <Field label="Bio" hint="A few words" counter="3/160">
      {(control) => <Input {...control} />}
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'Bio' });
  expect(input).toHaveAccessibleDescription('A few words 3/160');
  expect(input).not.toBeInvalid();
});

it('an error replaces the hint and marks the control as invalid', () => {
  render(
    <Field label="Bio" hint="A few words" error="Too long">
      {(control) => <Input {...control} />}
    </Field>,
  );
  expect(screen.getByRole('textbox')).toBeInvalid();
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Too long');
  expect(screen.queryByText('A few words')).not.toBeInTheDocument();
});
