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

it('a switch is named by its label and described by its hint', () => {
  render(<Autoplay />);
  const control = screen.getByRole('switch', { name: 'Autoplay' });
  expect(control).toHaveAccessibleDescription('One after the other.');
  expect(control).not.toBeChecked();
});

it('the space bar and a press on the label toggle a switch', async () => {
  render(<Autoplay />);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(screen.getByRole('switch')).toBeChecked();
  await userEvent.click(screen.getByText('One after the other.'));
  expect(screen.getByRole('switch')).not.toBeChecked();
});

it('a disabled switch does not toggle', async () => {
  render(<Autoplay disabled />);
  await userEvent.click(screen.getByText('Autoplay'));
  expect(screen.getByRole('switch')).not.toBeChecked();
});
