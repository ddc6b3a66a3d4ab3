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

/** An import of a module with this component. */
const fetchOf = <Props,>(component: ComponentType<Props>) =>
  vi
    .fn<() => Promise<{ default: ComponentType<Props> }>>()
    .mockResolvedValue({ default: component });

it('a part shows its fallback until its code has arrived', async () => {
  const Part = lazyPart(fetchOf(Greeting), { fallback: <p>Wait</p> });
  render(<Part name="Ada" />);
  expect(screen.getByText('Wait')).toBeVisible();
  expect(await screen.findByText('Hello Ada')).toBeVisible();
  expect(screen.queryByText('Wait')).not.toBeInTheDocument();
});

it('a part whose code has arrived is rendered synchronously', async () => {
  const Part = lazyPart(fetchOf(Greeting), { fallback: <p>Wait</p> });
  await Part.load();
  render(<Part name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeVisible();
});

it('the code of a part preloaded when idle is fetched when the page is idle', async () => {
  vi.useFakeTimers();
  const fetchPart = fetchOf(Greeting);
  const Part = lazyPart(fetchPart, { preload: 'idle' });
  render(<Part name="Ada" />);
  expect(fetchPart).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(fetchPart).toHaveBeenCalledOnce();
});

it('the page works without a part whose code is missing, and shows the part when the network is back', async () => {
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

it('a popup whose code has arrived opens with the press, and stays mounted for its closing', async () => {
  const Popup = lazyPopup(fetchOf(Window));
  await Popup.load();
  const { open } = renderWithButton(Popup);
  expect(screen.queryByText(/^The window/)).not.toBeInTheDocument();
  await open();
  expect(screen.getByText('The window is open')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByText('The window is closed')).toBeVisible();
});

it('a popup opens when its code has arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Window }>();
  const { open } = renderWithButton(lazyPopup(() => promise));
  await open();
  expect(screen.queryByText(/^The window/)).not.toBeInTheDocument();
  resolve({ default: Window });
  expect(await screen.findByText('The window is open')).toBeVisible();
});

it('a toast says that the code of a popup is missing, and the next press fetches the code again', async () => {
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
