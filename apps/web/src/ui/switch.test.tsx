import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Switch } from './switch.tsx';

function Autoplay({ disabled = false }: { disabled?: boolean }) {
  const [checked, setChecked] = useState(false);
  return (
    <Switch
      label="Autoplay"
      hint="One after the other."
      checked={checked}
      onChange={setChecked}
      disabled={disabled}
    />
  );
}

it('is named by its label, and described by its hint', () => {
  render(<Autoplay />);
  const control = screen.getByRole('switch', { name: 'Autoplay' });
  expect(control).toHaveAccessibleDescription('One after the other.');
  expect(control).not.toBeChecked();
});

it('is turned by the space bar, and by a press on its words', async () => {
  render(<Autoplay />);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(screen.getByRole('switch')).toBeChecked();
  await userEvent.click(screen.getByText('One after the other.'));
  expect(screen.getByRole('switch')).not.toBeChecked();
});

it('is not turned while disabled', async () => {
  render(<Autoplay disabled />);
  await userEvent.click(screen.getByText('Autoplay'));
  expect(screen.getByRole('switch')).not.toBeChecked();
});
