import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { arrive, fakePlayer, reach, takeBackVolumes } from '#test/fake-media.ts';
import { trackOf } from './fixtures/track.ts';
import PlayerBar from './player-bar.tsx';
import { PlayerContext, usePlayer } from './use-player.ts';

const one = trackOf('one', 65);
const playlist = { source: 'recent', tracks: [one, trackOf('two', 65)] };

const PHONE = 390;
const NARROW_DESKTOP = 820;
const DESKTOP = 1440;

async function showBar(width = DESKTOP) {
  window.innerWidth = width;
  const { player, audio } = fakePlayer();
  await player.prepare(playlist.tracks);
  player.play(one, playlist);
  arrive(audio, 65);
  render(
    <PlayerContext value={player}>
      <PlayerBar
        parts={{
          TrackActions: ({ trackId }) => <p>Actions of {trackId}</p>,
          Suggestions: ({ trackId }) => <p>Suggestions after {trackId}</p>,
        }}
      />
    </PlayerContext>,
  );
  return { player, audio };
}

describe('the player bar', () => {
  it.each([
    ['mobile', PHONE],
    ['narrow desktop', NARROW_DESKTOP],
    ['desktop', DESKTOP],
  ])('shows title, username and times in its %s layout', async (_layout, width) => {
    const { audio } = await showBar(width);
    act(() => reach(audio, 13));
    expect(screen.getByText('Title one')).toBeVisible();
    expect(screen.getByText('@mira')).toBeVisible();
    const slider = await screen.findByRole('slider', { name: 'Progress' });
    expect(slider).toHaveAttribute('aria-valuetext', '0:13 of 1:05');
    expect(slider).toHaveValue('20');
  });

  it('has a progress slider that seeks from 0 to 100 in steps of 1', async () => {
    const { audio } = await showBar();
    const slider = await screen.findByRole('slider', { name: 'Progress' });
    expect(slider).toHaveAttribute('min', '0');
    expect(slider).toHaveAttribute('max', '100');
    expect(slider).toHaveAttribute('step', '1');
    fireEvent.change(slider, { target: { value: '40' } });
    expect(audio.currentTime).toBe(26);
  });

  it('has buttons that play, pause, and change to the next and the previous track', async () => {
    const { player } = await showBar();
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

  it('has a volume of 75 at first, which can be set and muted', async () => {
    const { audio } = await showBar();
    const slider = await screen.findByRole('slider', { name: 'Volume' });
    expect(slider).toHaveValue('75');
    fireEvent.change(slider, { target: { value: '30' } });
    expect(audio.volume).toBe(0.3);
    await userEvent.click(screen.getByRole('button', { name: 'Mute' }));
    expect(audio.muted).toBe(true);
    expect(slider).toHaveValue('0');
  });

  it('has a button on a narrow desktop that opens the volume, which Escape closes', async () => {
    await showBar(NARROW_DESKTOP);
    await userEvent.click(await screen.findByRole('button', { name: 'Volume' }));
    expect(screen.getByRole('slider', { name: 'Volume' })).toBeVisible();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Mute' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Volume' })).toHaveFocus();
  });

  it.each([
    ['a phone', PHONE],
    ['a narrow desktop', NARROW_DESKTOP],
    ['a desktop', DESKTOP],
  ])('has no volume on %s where pages cannot set it', async (_device, width) => {
    takeBackVolumes();
    await showBar(width);
    if (width === PHONE) await openSheet();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Volume|Mute/ })).not.toBeInTheDocument();
  });

  it('has a menu that changes the speed', async () => {
    const { audio } = await showBar();
    await userEvent.click(screen.getByRole('button', { name: 'Speed, 1×' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '1.5×' }));
    expect(audio.playbackRate).toBe(1.5);
    expect(screen.getByRole('button', { name: 'Speed, 1.5×' })).toBeVisible();
  });

  it('has a switch in the menu of the speed that skips silence, and is kept on the device', async () => {
    localStorage.clear();
    await showBar();
    const toggle = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Speed, 1×' }));
      return screen.findByRole('menuitemcheckbox', { name: 'Skip silence' });
    };
    expect(await toggle()).not.toBeChecked();
    await userEvent.click(await screen.findByRole('menuitemcheckbox'));
    expect(localStorage.getItem('undertone:skip-silence')).toBe('yes');
    expect(await toggle()).toBeChecked();
    await userEvent.click(await screen.findByRole('menuitemcheckbox'));
    expect(localStorage.getItem('undertone:skip-silence')).toBeNull();
  });

  it('has a menu that sets the sleep timer, shows when playback stops, and switches the timer off', async () => {
    await showBar();
    await userEvent.click(screen.getByRole('button', { name: 'Sleep timer' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '15 minutes' }));
    const button = screen.getByRole('button', { name: 'Sleep timer, 15 min left' });
    expect(screen.getByRole('status')).toHaveTextContent('Playback stops in 15 minutes.');
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Off' }));
    expect(screen.getByRole('button', { name: 'Sleep timer' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Sleep timer off.');
  });

  it('has a button that clears the track', async () => {
    const { player } = await showBar();
    await userEvent.click(screen.getByRole('button', { name: 'Close player' }));
    expect(player.getState().track).toBeUndefined();
  });

  it('shows why playback stopped, and retries', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { player, audio } = await showBar();
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

  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])(
    'stays at the end of the last track on %s, with its actions and Replay',
    async (_on, width) => {
      const { player, audio } = await showBar(width);
      act(() => player.skip(1));
      act(() => void audio.dispatchEvent(new Event('ended')));
      expect(screen.getByText('Title two')).toBeVisible();
      expect(screen.getByText('Actions of two')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
      expect(player.getState()).toMatchObject({ status: 'playing', position: 0 });
      expect(screen.queryByText('Actions of two')).not.toBeInTheDocument();
    },
  );

  it('offers what could come after the last track, and the next one where none plays by itself', async () => {
    const { player, audio } = await showBar();
    player.setAutoplay(false);
    act(() => void audio.dispatchEvent(new Event('ended')));
    await userEvent.click(screen.getByRole('button', { name: 'Play Title two' }));
    expect(player.getState()).toMatchObject({ status: 'playing', track: { id: 'two' } });
    act(() => void audio.dispatchEvent(new Event('ended')));
    expect(screen.getByText('Suggestions after two')).toBeVisible();
  });

  it('reserves its height on the page', async () => {
    await showBar();
    const { style } = document.documentElement;
    expect(style.getPropertyValue('--player-height')).toBe('calc(var(--spacing) * 18)');
  });
});

/** Opens the sheet of the bar on a phone. */
async function openSheet() {
  await userEvent.click(screen.getByRole('button', { name: 'Open player' }));
  return within(await screen.findByRole('dialog', { name: 'Player' }));
}

describe('the player sheet', () => {
  it('shows title, author, times and the actions for the drop', async () => {
    const { audio } = await showBar(PHONE);
    const sheet = await openSheet();
    act(() => reach(audio, 13));
    expect(sheet.getByRole('link', { name: 'Title one' })).toHaveAttribute(
      'href',
      '/voice-drop/one',
    );
    expect(sheet.getByRole('link', { name: '@mira' })).toHaveAttribute('href', '/mira');
    const slider = await sheet.findByRole('slider', { name: 'Progress' });
    expect(slider).toHaveAttribute('aria-valuetext', '0:13 of 1:05');
    expect(sheet.getByText('Actions of one')).toBeVisible();
  });

  it('plays, pauses, seeks, and changes track, speed and volume', async () => {
    const { player, audio } = await showBar(PHONE);
    const sheet = await openSheet();
    await userEvent.click(sheet.getByRole('button', { name: 'Pause' }));
    expect(player.getState().status).toBe('paused');
    await userEvent.click(sheet.getByRole('button', { name: 'Play' }));
    fireEvent.change(await sheet.findByRole('slider', { name: 'Progress' }), {
      target: { value: '40' },
    });
    expect(audio.currentTime).toBe(26);
    await userEvent.click(sheet.getByRole('button', { name: '5 seconds forward' }));
    expect(audio.currentTime).toBe(31);
    await userEvent.click(sheet.getByRole('button', { name: '5 seconds back' }));
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

  it('sets the sleep timer, and shows when playback stops', async () => {
    const { player, audio } = await showBar(PHONE);
    const sheet = await openSheet();
    const select = sheet.getByRole('combobox', { name: 'Sleep timer' });
    await userEvent.selectOptions(select, 'End of this drop');
    expect(sheet.getByText('End of drop')).toBeVisible();
    expect(sheet.getByRole('status')).toHaveTextContent('Playback stops at the end of this drop.');
    act(() => void audio.dispatchEvent(new Event('ended')));
    expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'one' } });
    expect(select).toHaveDisplayValue('Off');
    expect(sheet.getByRole('status')).toHaveTextContent('The sleep timer has stopped playback.');
  });

  it('stays open at the end of the last track, with what could come next', async () => {
    const { player, audio } = await showBar(PHONE);
    const sheet = await openSheet();
    expect(sheet.getByRole('button', { name: 'Play Title two' })).toBeVisible();
    act(() => player.skip(1));
    act(() => void audio.dispatchEvent(new Event('ended')));
    expect(sheet.getByText('Actions of two')).toBeVisible();
    expect(sheet.getByText('Suggestions after two')).toBeVisible();
    expect(sheet.getByRole('button', { name: 'Replay' })).toBeVisible();
  });

  it('is closed by its button and by Escape, which return the focus to the button that opened it', async () => {
    await showBar(PHONE);
    const opener = screen.getByRole('button', { name: 'Open player' });
    for (const close of [
      (sheet: Awaited<ReturnType<typeof openSheet>>) =>
        userEvent.click(sheet.getByRole('button', { name: 'Close' })),
      () => userEvent.keyboard('{Escape}'),
    ]) {
      await close(await openSheet());
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(opener).toHaveFocus();
    }
  });
});

it('usePlayer throws outside its provider', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Outside = () => <>{usePlayer().getState().status}</>;
  expect(() => render(<Outside />)).toThrow('usePlayer is used outside its PlayerProvider.');
});
