import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { arrive, fakePlayer, reach, takeBackVolumes } from '#test/fake-media.ts';
import PlayerBar from './player-bar.tsx';
import { PlayerContext, usePlayer } from './use-player.ts';

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

async function setUp({ width = 1440 } = {}) {
  window.innerWidth = width;
  const { player, audio } = fakePlayer();
  await player.prepare(playlist.tracks);
  player.play(trackOf('one'), playlist);
  arrive(audio, 65);
  render(
    <PlayerContext value={player}>
      <PlayerBar TrackActions={({ trackId }) => <p>Actions of {trackId}</p>} />
    </PlayerContext>,
  );
  return { player, audio };
}

it.each([
  ['mobile', 390],
  ['narrow desktop', 820],
  ['desktop', 1440],
])('shows title, username and times in its %s layout', async (_layout, width) => {
  const { audio } = await setUp({ width });
  act(() => reach(audio, 13));
  expect(screen.getByText('Title one')).toBeVisible();
  expect(screen.getByText('@mira')).toBeVisible();
  expect(await screen.findByRole('slider', { name: 'Progress' })).toHaveAttribute(
    'aria-valuetext',
    '0:13 of 1:05',
  );
  expect(screen.getByRole('slider', { name: 'Progress' })).toHaveValue('20');
});

it('its progress slider seeks from 0 to 100 in steps of 1', async () => {
  const { audio } = await setUp();
  const slider = await screen.findByRole('slider', { name: 'Progress' });
  expect(slider).toHaveAttribute('min', '0');
  expect(slider).toHaveAttribute('max', '100');
  expect(slider).toHaveAttribute('step', '1');
  fireEvent.change(slider, { target: { value: '40' } });
  expect(audio.currentTime).toBe(26);
});

it('its buttons play, pause, and change to the next and the previous track', async () => {
  const { player } = await setUp();
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(player.getState().status).toBe('paused');
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(player.getState().status).toBe('playing');
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Title two')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(screen.getByText('Title one')).toBeVisible();
});

it('the volume is 75 at first, and can be set and muted', async () => {
  const { audio } = await setUp();
  const slider = await screen.findByRole('slider', { name: 'Volume' });
  expect(slider).toHaveValue('75');
  fireEvent.change(slider, { target: { value: '30' } });
  expect(audio.volume).toBe(0.3);
  await userEvent.click(screen.getByRole('button', { name: 'Mute' }));
  expect(audio.muted).toBe(true);
  expect(slider).toHaveValue('0');
});

it('on a narrow desktop a button opens the volume, and Escape closes it', async () => {
  await setUp({ width: 820 });
  await userEvent.click(await screen.findByRole('button', { name: 'Volume' }));
  expect(screen.getByRole('slider', { name: 'Volume' })).toBeVisible();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Mute' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Volume' })).toHaveFocus();
});

it.each([
  ['narrow desktop', 820],
  ['desktop', 1440],
])('shows no volume on a %s on which pages cannot set it', async (_layout, width) => {
  takeBackVolumes();
  await setUp({ width });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Volume|Mute/ })).not.toBeInTheDocument();
});

it('its menu of speeds changes the speed', async () => {
  const { audio } = await setUp();
  await userEvent.click(screen.getByRole('button', { name: 'Speed, 1×' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: '1.5×' }));
  expect(audio.playbackRate).toBe(1.5);
  expect(screen.getByRole('button', { name: 'Speed, 1.5×' })).toBeVisible();
});

it('its close button clears the track', async () => {
  const { player } = await setUp();
  await userEvent.click(screen.getByRole('button', { name: 'Close player' }));
  expect(player.getState().track).toBeUndefined();
});

it('shows why playback stopped, and retries', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { player, audio } = await setUp();
  act(() => {
    audio.dispatchEvent(new Event('error'));
  });
  await vi.waitFor(() => expect(player.getState().waiting).toBe(true));
  await act(async () => {
    await player.prepare(playlist.tracks);
    audio.dispatchEvent(new Event('error'));
  });
  expect(screen.getByRole('alert')).toHaveTextContent('This voice drop could not be played.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(player.getState().status).toBe('playing');
});

it('reserves its height on the page while it is shown', async () => {
  await setUp();
  const { style } = document.documentElement;
  expect(style.getPropertyValue('--player-height')).toBe('4.5rem');
});

it('usePlayer throws outside its provider', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Outside = () => <>{usePlayer().getState().status}</>;
  expect(() => render(<Outside />)).toThrow('usePlayer is used outside its PlayerProvider.');
});
