import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Button } from './button.tsx';
import FocusRecovery from './focus-recovery.tsx';

/** A page with a button that is removed when it is pressed, and another beside it. */
function Page({ within }: { within?: 'aside' }) {
  const [pressed, setPressed] = useState(false);
  const buttons = (
    <p data-testid="place">
      {!pressed && <Button onClick={() => setPressed(true)}>Go</Button>}
      <Button>Stay</Button>
    </p>
  );
  return (
    <>
      <FocusRecovery />
      {within === 'aside' && !pressed && <aside>{buttons}</aside>}
      <main tabIndex={-1}>{within === undefined && buttons}</main>
    </>
  );
}

it('the focus moves to the surroundings of a removed button, and Tab continues from there', async () => {
  render(<Page />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const place = screen.getByTestId('place');
  await waitFor(() => expect(place).toHaveFocus());
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus();
  expect(place).not.toHaveAttribute('tabindex');
});

it('the focus moves to main when no ancestor is left', async () => {
  render(<Page within="aside" />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('the focus returns to a button that was disabled while busy', async () => {
  const show = (pending: boolean) => (
    <>
      <FocusRecovery />
      <Button pending={pending}>Save</Button>
    </>
  );
  const { rerender } = render(show(false));
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  rerender(show(true));
  await waitFor(() => expect(button).toBeDisabled());
  // Browsers take the focus from a disabled element; jsdom does not.
  button.blur();
  rerender(show(false));
  await waitFor(() => expect(button).toHaveFocus());
});

it('the focus moves to the surroundings of a button that stays disabled', async () => {
  const show = (possible: boolean) => (
    <>
      <FocusRecovery />
      <p data-testid="place">
        <Button disabled={!possible}>Next</Button>
      </p>
    </>
  );
  const { rerender } = render(show(true));
  screen.getByRole('button', { name: 'Next' }).focus();
  rerender(show(false));
  await waitFor(() => expect(screen.getByTestId('place')).toHaveFocus());
});

it('the focus does not move when its element is neither removed nor disabled', async () => {
  const { rerender } = render(
    <>
      <FocusRecovery />
      <Button>Save</Button>
    </>,
  );
  screen.getByRole('button', { name: 'Save' }).focus();
  await userEvent.click(document.body);
  rerender(
    <>
      <FocusRecovery />
      <Button disabled>Save</Button>
      <p>Something new</p>
    </>,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
  await new Promise(requestAnimationFrame);
  expect(document.body).toHaveFocus();
});
