import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';
import { RelativeTime } from './relative-time.tsx';
import TooltipLayer from './tooltip-layer.tsx';
import './tooltip-bubble.tsx';

/** In the reader's time zone. */
const NOVEMBER = new Date(2025, 10, 3, 21, 41).toISOString();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const bubble = () => document.querySelector('[data-tooltip-bubble]');

function renderTwo() {
  render(
    <>
      <IconButton label="Like" />
      <IconButton label="Share" />
      <TooltipLayer />
    </>,
  );
  return [
    screen.getByRole('button', { name: 'Like' }),
    screen.getByRole('button', { name: 'Share' }),
  ] as const;
}

it('a tooltip opens after the pointer has rested for 700 ms, and closes when the pointer leaves', async () => {
  const [like] = renderTwo();
  fireEvent.pointerOver(like);
  await pass(699);
  expect(bubble()).not.toBeInTheDocument();
  await pass(1);
  expect(bubble()).toHaveTextContent('Like');
  fireEvent.pointerOver(document.body);
  await pass(0);
  expect(bubble()).not.toBeInTheDocument();
});

it('the next tooltip opens at once within 300 ms, and after that with the full delay', async () => {
  const [like, share] = renderTwo();
  fireEvent.pointerOver(like);
  await pass(700);
  fireEvent.pointerOver(document.body);
  await pass(300);
  fireEvent.pointerOver(share);
  await pass(0);
  expect(bubble()).toHaveTextContent('Share');
  fireEvent.pointerOver(document.body);
  await pass(301);
  fireEvent.pointerOver(like);
  await pass(0);
  expect(bubble()).not.toBeInTheDocument();
});

it('Escape closes a tooltip', async () => {
  const [like] = renderTwo();
  fireEvent.pointerOver(like);
  await pass(700);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await pass(0);
  expect(bubble()).not.toBeInTheDocument();
});

it('a button whose popup is open shows no tooltip', async () => {
  const [like] = renderTwo();
  like.setAttribute('aria-haspopup', 'dialog');
  fireEvent.pointerOver(like);
  like.setAttribute('aria-expanded', 'true');
  await pass(700);
  expect(bubble()).not.toBeInTheDocument();
});

it('the tooltip of a time is the exact time, by pointer and by keyboard', async () => {
  render(
    <>
      <a href="/drop">
        A drop, <RelativeTime moment={NOVEMBER} />
      </a>
      <a href="/like" aria-describedby="when">
        A like
      </a>
      <p id="when">
        <RelativeTime moment={NOVEMBER} />
      </p>
      <TooltipLayer />
    </>,
  );
  const [time] = screen.getAllByText('Nov 3');
  fireEvent.pointerOver(time ?? document.body);
  await pass(700);
  expect(bubble()).toHaveTextContent('November 3, 2025 at 9:41 PM');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await pass(1000);

  for (const name of [/A drop/, 'A like']) {
    const link = screen.getByRole('link', { name });
    // The test's document knows no keyboard.
    vi.spyOn(link, 'matches').mockReturnValue(true);
    act(() => link.focus());
    await pass(700);
    expect(bubble()).toHaveTextContent('November 3, 2025 at 9:41 PM');
    act(() => link.blur());
    await pass(1000);
    expect(bubble()).not.toBeInTheDocument();
  }
});
