import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TimeButton } from './time-button.tsx';

it('a press shows the exact time, and another the time passed', async () => {
  const moment = new Date(2025, 10, 3, 21, 41);
  render(<TimeButton moment={moment.toISOString()} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const button = screen.getByRole('button', { name: 'November 3, 2025 at 9:41 PM' });
  expect(button.querySelector('time')).toHaveAttribute('datetime', moment.toISOString());
  await userEvent.click(button);
  expect(button).toHaveTextContent('Nov 3');
});
