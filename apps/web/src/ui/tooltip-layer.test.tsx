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
