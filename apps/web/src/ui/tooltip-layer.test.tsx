import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';
import TooltipLayer from './tooltip-layer.tsx';
import './tooltip-bubble.tsx';

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

it('opens 700 ms after the pointer has come to rest, and closes when it leaves', async () => {
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

it('opens the next one at once within 300 ms, and with the full delay after that', async () => {
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

it('closes by Escape', async () => {
  const [like] = renderTwo();
  fireEvent.pointerOver(like);
  await pass(700);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await pass(0);
  expect(bubble()).not.toBeInTheDocument();
});

it('stays away from what its own button has opened meanwhile', async () => {
  const [like] = renderTwo();
  like.setAttribute('aria-haspopup', 'dialog');
  fireEvent.pointerOver(like);
  like.setAttribute('aria-expanded', 'true');
  await pass(700);
  expect(bubble()).not.toBeInTheDocument();
});
