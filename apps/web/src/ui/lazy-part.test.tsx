import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { expectToast } from '#test/expect-toast.ts';
import { lazyPart, lazyPopup } from './lazy-part.tsx';
import { Toaster } from './toaster.tsx';

const offline = new TypeError('Failed to fetch dynamically imported module');
let log: MockInstance<typeof console.error>;

beforeEach(() => {
  log = vi.spyOn(console, 'error');
});
afterEach(() => vi.useRealTimers());

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** How a module with this component is fetched. */
const fetchOf = <Props,>(component: ComponentType<Props>) =>
  vi
    .fn<() => Promise<{ default: ComponentType<Props> }>>()
    .mockResolvedValue({ default: component });

it('shows the fallback of a part until its code has arrived', async () => {
  const Part = lazyPart(fetchOf(Greeting), { fallback: <p>Wait</p> });
  render(<Part name="Ada" />);
  expect(screen.getByText('Wait')).toBeVisible();
  expect(await screen.findByText('Hello Ada')).toBeVisible();
  expect(screen.queryByText('Wait')).not.toBeInTheDocument();
});

it('shows a part in the same pass when its code has arrived before', async () => {
  const Part = lazyPart(fetchOf(Greeting), { fallback: <p>Wait</p> });
  await Part.load();
  render(<Part name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeVisible();
});

it('fetches the code of a part that can wait once the page is idle', async () => {
  vi.useFakeTimers();
  const fetchPart = fetchOf(Greeting);
  const Part = lazyPart(fetchPart, { preload: 'idle' });
  render(<Part name="Ada" />);
  expect(fetchPart).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(fetchPart).toHaveBeenCalledOnce();
});

it('leaves the rest of the page as it is without a part, and shows the part once the network is back', async () => {
  log.mockReturnValue();
  const Part = lazyPart(fetchOf(Greeting).mockRejectedValueOnce(offline));
  const onMissing = vi.fn();
  render(
    <>
      <p>The rest</p>
      <Part name="Ada" onMissing={onMissing} />
    </>,
  );
  await waitFor(() =>
    expect(log).toHaveBeenCalledExactlyOnceWith(
      'A part of the page could not be fetched.',
      offline,
    ),
  );
  expect(onMissing).toHaveBeenCalledOnce();
  expect(screen.getByText('The rest')).toBeVisible();
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Hello Ada')).toBeVisible();
});

interface WindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function Window({ open, onOpenChange }: WindowProps) {
  return (
    <p>
      The window is {open ? 'open' : 'closed'}
      <button onClick={() => onOpenChange(false)}>Close</button>
    </p>
  );
}

function renderWithButton(Popup: ComponentType<WindowProps>) {
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        <Popup open={open} onOpenChange={setOpen} />
        <Toaster />
      </>
    );
  }
  render(<Page />);
  return { open: () => userEvent.click(screen.getByRole('button', { name: 'Open' })) };
}

it('opens a popup with the press when its code has arrived before, and keeps it for its closing', async () => {
  const Popup = lazyPopup(fetchOf(Window));
  await Popup.load();
  const { open } = renderWithButton(Popup);
  expect(screen.queryByText(/^The window/)).not.toBeInTheDocument();
  await open();
  expect(screen.getByText('The window is open')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByText('The window is closed')).toBeVisible();
});

it('opens a popup once its code has arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Window }>();
  const { open } = renderWithButton(lazyPopup(() => promise));
  await open();
  expect(screen.queryByText(/^The window/)).not.toBeInTheDocument();
  resolve({ default: Window });
  expect(await screen.findByText('The window is open')).toBeVisible();
});

it('says so when the code of a popup does not arrive, and fetches it again when the popup is opened again', async () => {
  log.mockReturnValue();
  const fetchPopup = fetchOf(Window).mockRejectedValueOnce(offline);
  const { open } = renderWithButton(lazyPopup(fetchPopup, { preload: 'intent' }));
  await open();
  await expectToast('An unexpected error occurred. Please try again.');
  expect(log).toHaveBeenCalledOnce();
  expect(screen.queryByText(/^The window/)).not.toBeInTheDocument();
  await open();
  expect(await screen.findByText('The window is open')).toBeVisible();
  expect(fetchPopup).toHaveBeenCalledTimes(2);
});
