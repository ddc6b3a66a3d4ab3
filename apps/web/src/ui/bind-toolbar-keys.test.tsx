import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { bindToolbarKeys } from './bind-toolbar-keys.ts';

function show() {
  onTestFinished(bindToolbarKeys());
  render(
    <>
      <button type="button">Before</button>
      <div role="toolbar" aria-label="Actions">
        {['Like', 'Share', 'Options'].map((name) => (
          <button key={name} type="button">
            {name}
          </button>
        ))}
      </div>
      <button type="button">After</button>
    </>,
  );
}

const focus = (name: string) => screen.getByRole('button', { name }).focus();
const focused = () => document.activeElement?.textContent;
const after = async (key: string) => {
  await userEvent.keyboard(key);
  return focused();
};

it('a toolbar is one stop of the Tab key, to which Tab comes back', async () => {
  show();
  focus('Before');
  await userEvent.tab();
  expect(focused()).toBe('Like');
  expect(await after('{ArrowRight}')).toBe('Share');
  await userEvent.tab();
  expect(focused()).toBe('After');
  await userEvent.tab({ shift: true });
  expect(focused()).toBe('Share');
  await userEvent.tab({ shift: true });
  expect(focused()).toBe('Before');
});

it('arrow keys go round, and Home and End to the ends', async () => {
  show();
  focus('Like');
  expect(await after('{ArrowLeft}')).toBe('Options');
  expect(await after('{ArrowRight}')).toBe('Like');
  expect(await after('{End}')).toBe('Options');
  expect(await after('{Home}')).toBe('Like');
});

it('keys with Control, and keys outside of toolbars, are left alone', async () => {
  show();
  focus('Like');
  expect(await after('{Control>}{End}{/Control}')).toBe('Like');
  focus('Before');
  expect(await after('{ArrowRight}')).toBe('Before');
});
