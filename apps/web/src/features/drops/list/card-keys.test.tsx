import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { setLetterKeys } from '#features/player/letter-keys.ts';
import { bindCardKeys } from './card-keys.tsx';

let scrollIntoView: MockInstance;

beforeEach(() => {
  scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
});

/** Shows three cards, of which those above `scrolled` lie above the screen. */
function show({ scrolled = 0 } = {}) {
  onTestFinished(bindCardKeys());
  render(
    <>
      <input aria-label="Search" />
      <div role="feed">
        {['One', 'Two', 'Three'].map((name) => (
          <article key={name} aria-label={name} tabIndex={-1}>
            <button type="button">Play {name}</button>
          </article>
        ))}
      </div>
      <section id="player">
        <button type="button">Pause</button>
      </section>
    </>,
  );
  for (const [index, card] of screen.getAllByRole('article').entries()) {
    const top = (index - scrolled) * 200 + 100;
    vi.spyOn(card, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 600, 200));
  }
}

/** Presses a key where the focus is. @returns the name of the card that has the focus then */
function press(key: string, options = {}) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options });
  return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
}

it('j and k go from card to card, and scroll each into sight', () => {
  show();
  expect(['j', 'j', 'j', 'j', 'k'].map((key) => press(key))).toEqual([
    'One',
    'Two',
    'Three',
    'Three',
    'Two',
  ]);
  expect(scrollIntoView).toHaveBeenCalledTimes(4);
  expect(scrollIntoView).toHaveBeenLastCalledWith({ block: 'nearest', behavior: 'instant' });
});

it('begins at the first card on the screen', () => {
  show({ scrolled: 2 });
  expect(press('k')).toBe('Three');
});

it('goes on from the card in which the focus is', () => {
  show();
  screen.getByRole('button', { name: 'Play Two' }).focus();
  expect(press('j')).toBe('Three');
});

it('Page Down and Page Up go from card to card with the focus on one, and scroll otherwise', () => {
  show();
  expect(fireEvent.keyDown(document.body, { key: 'PageDown' })).toBe(true);
  screen.getByRole('button', { name: 'Play One' }).focus();
  expect(press('PageDown')).toBe('Two');
  setLetterKeys(false);
  expect(press('PageUp')).toBe('One');
});

it('letters in a field and in the player, and letters that are switched off, move nothing', () => {
  show();
  screen.getByRole('textbox').focus();
  expect(press('j')).toBe('Search');
  screen.getByRole('button', { name: 'Pause' }).focus();
  expect(press('j')).toBe('Pause');
  screen.getByRole('button', { name: 'Play One' }).focus();
  expect(press('j', { ctrlKey: true })).toBe('Play One');
  setLetterKeys(false);
  expect(press('j')).toBe('Play One');
});

it('keeps the letters from the player while there is a feed', () => {
  show();
  expect(fireEvent.keyDown(document.body, { key: 'k' })).toBe(false);
  screen.getByRole('button', { name: 'Pause' }).focus();
  expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k' })).toBe(true);
});
