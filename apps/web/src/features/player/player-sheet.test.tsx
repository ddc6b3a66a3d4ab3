import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { arrive, fakePlayer, reach, takeBackVolumes } from '#test/fake-media.ts';
import PlayerBar from './player-bar.tsx';
import { PlayerContext } from './use-player.ts';

const trackOf = (id: string) => ({
  id,
  title: `Title ${id}`,
  username: 'mira',
  audioPath: id,
  duration: 65,
  peaks: [1, 2, 3],
});
const playlist = { source: 'recent', tracks: [trackOf('one'), trackOf('two')] };

afterEach(() => {
  window.innerWidth = 1024;
});

/** Plays the first track on a phone, and opens the sheet. */
async function openSheet() {
  window.innerWidth = 390;
  const { player, audio } = fakePlayer();
  await player.prepare(playlist.tracks);
  player.play(trackOf('one'), playlist);
  arrive(audio, 65);
  render(
    <PlayerContext value={player}>
      <PlayerBar TrackActions={({ trackId }) => <p>Actions of {trackId}</p>} />
    </PlayerContext>,
  );
  const opener = screen.getByRole('button', { name: 'Open player' });
  await userEvent.click(opener);
  const sheet = within(await screen.findByRole('dialog', { name: 'Player' }));
  return { player, audio, opener, sheet };
}

const expectClosed = () =>
  vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

it('shows title, author, times and what can be done with the drop', async () => {
  const { audio, sheet } = await openSheet();
  act(() => reach(audio, 13));
  expect(sheet.getByRole('link', { name: 'Title one' })).toHaveAttribute('href', '/voice-drop/one');
  expect(sheet.getByRole('link', { name: '@mira' })).toHaveAttribute('href', '/mira');
  expect(await sheet.findByRole('slider', { name: 'Progress' })).toHaveAttribute(
    'aria-valuetext',
    '0:13 of 1:05',
  );
  expect(sheet.getByText('Actions of one')).toBeVisible();
});

it('plays, pauses, seeks, and changes track, speed and volume', async () => {
  const { player, audio, sheet } = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Pause' }));
  expect(player.getState().status).toBe('paused');
  await userEvent.click(sheet.getByRole('button', { name: 'Play' }));
  fireEvent.change(await sheet.findByRole('slider', { name: 'Progress' }), {
    target: { value: '40' },
  });
  expect(audio.currentTime).toBe(26);
  await userEvent.click(sheet.getByRole('radio', { name: '1.25×' }));
  expect(audio.playbackRate).toBe(1.25);
  fireEvent.change(await sheet.findByRole('slider', { name: 'Volume' }), {
    target: { value: '30' },
  });
  expect(audio.volume).toBe(0.3);
  await userEvent.click(sheet.getByRole('button', { name: 'Next' }));
  expect(sheet.getByRole('link', { name: 'Title two' })).toBeVisible();
  expect(sheet.getByText('Actions of two')).toBeVisible();
});

it('shows no volume where pages cannot set it', async () => {
  takeBackVolumes();
  const { sheet } = await openSheet();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sheet.queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument();
  expect(sheet.queryByRole('button', { name: 'Mute' })).not.toBeInTheDocument();
});

it('its button and Escape close it, and the focus returns to what opened it', async () => {
  const { opener, sheet } = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await expectClosed();
  expect(opener).toHaveFocus();
  await userEvent.click(opener);
  await screen.findByRole('dialog', { name: 'Player' });
  await userEvent.keyboard('{Escape}');
  await expectClosed();
  expect(opener).toHaveFocus();
});
