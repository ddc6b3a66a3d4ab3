import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Button } from './button.tsx';
import FocusRecovery from './focus-recovery.tsx';

/** A page with a button that goes when it is pressed, and one beside it. */
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

it('stays around what is gone, and goes on from there', async () => {
  render(<Page />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const place = screen.getByTestId('place');
  await waitFor(() => expect(place).toHaveFocus());
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus();
  expect(place).not.toHaveAttribute('tabindex');
});

it('goes to the page’s main part when nothing around it is left', async () => {
  render(<Page within="aside" />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('is back at a button that was off while its work was under way', async () => {
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
  // As browsers do with what is off.
  button.blur();
  rerender(show(false));
  await waitFor(() => expect(button).toHaveFocus());
});

it('stays beside what is off for good', async () => {
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

it('leaves the focus alone where nothing was lost', async () => {
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
