import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { one, playlist } from './fixtures/track.ts';
import { setLetterKeys } from './letter-keys.ts';
import { bindShortcuts } from './player-shortcuts.ts';
import { silentPlayer } from '#test/fake-media.ts';

function setUp() {
  const player = silentPlayer();
  player.play(one, playlist);
  const toggle = vi.spyOn(player, 'toggle').mockReturnValue();
  const seekBy = vi.spyOn(player, 'seekBy').mockReturnValue();
  const toggleMute = vi.spyOn(player, 'toggleMute').mockReturnValue();
  onTestFinished(bindShortcuts(player));
  return { player, toggle, seekBy, toggleMute };
}

it('space and k play and pause, j and l seek, m mutes', () => {
  const { toggle, seekBy, toggleMute } = setUp();
  for (const key of [' ', 'k', 'j', 'l', 'm']) fireEvent.keyDown(document.body, { key });
  expect(toggle).toHaveBeenCalledTimes(2);
  expect(seekBy.mock.calls).toEqual([[-5], [5]]);
  expect(toggleMute).toHaveBeenCalledOnce();
});

it('the space bar plays instead of scrolling while a track is set, and scrolls otherwise', () => {
  const { player, toggle } = setUp();
  // fireEvent returns false when the default was prevented.
  expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(false);
  expect(toggle).toHaveBeenCalledOnce();
  player.stop();
  expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(true);
  expect(toggle).toHaveBeenCalledOnce();
});

it('shortcuts do nothing while the person types', () => {
  const { toggle, toggleMute } = setUp();
  render(
    <>
      <input aria-label="Search" />
      <textarea aria-label="Comment" />
    </>,
  );
  for (const field of screen.getAllByRole('textbox')) {
    fireEvent.keyDown(field, { key: ' ' });
    fireEvent.keyDown(field, { key: 'm' });
  }
  expect(toggle).not.toHaveBeenCalled();
  expect(toggleMute).not.toHaveBeenCalled();
});

it('the space bar presses a focused button and does not control the player', () => {
  const { toggle } = setUp();
  render(<button type="button">Share</button>);
  fireEvent.keyDown(screen.getByRole('button'), { key: ' ' });
  expect(toggle).not.toHaveBeenCalled();
});

it('letters in an open menu select entries and do not control the player', () => {
  const { toggleMute } = setUp();
  render(
    <div role="menu" tabIndex={-1}>
      Mute everyone
    </div>,
  );
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'm' });
  expect(toggleMute).not.toHaveBeenCalled();
});

it("the browser's own shortcuts do not control the player", () => {
  const { seekBy } = setUp();
  fireEvent.keyDown(document.body, { key: 'l', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'j', metaKey: true });
  expect(seekBy).not.toHaveBeenCalled();
});

it('< and > change the speed down to the slowest and up to the fastest', () => {
  const { player } = setUp();
  const speedAfter = (key: string) => {
    fireEvent.keyDown(document.body, { key, shiftKey: true });
    return player.getState().speed;
  };
  expect(['>', '>', '>', '>', '>'].map(speedAfter)).toEqual([1.25, 1.5, 1.75, 2, 2]);
  expect(['<', '<', '<', '<', '<', '<'].map(speedAfter)).toEqual([1.75, 1.5, 1.25, 1, 0.75, 0.75]);
});

it('letters and signs do nothing when they are switched off, while space still plays and pauses', () => {
  const { player, toggle, seekBy, toggleMute } = setUp();
  setLetterKeys(false);
  for (const key of ['k', 'j', 'l', 'm', '>']) fireEvent.keyDown(document.body, { key });
  expect([toggle, seekBy, toggleMute].flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(player.getState().speed).toBe(1);
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(toggle).toHaveBeenCalledOnce();
  setLetterKeys(true);
  fireEvent.keyDown(document.body, { key: 'm' });
  expect(toggleMute).toHaveBeenCalledOnce();
});

it('no key controls the player while a dialog is open, unlike a toast', () => {
  const { toggle, toggleMute } = setUp();
  const { rerender } = render(<div role="alertdialog" aria-modal={false} />);
  fireEvent.keyDown(document.body, { key: 'm' });
  expect(toggleMute).toHaveBeenCalledOnce();
  rerender(<div role="alertdialog" />);
  for (const key of [' ', 'k', 'm']) fireEvent.keyDown(document.body, { key });
  expect(toggle).not.toHaveBeenCalled();
  expect(toggleMute).toHaveBeenCalledOnce();
});
