import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { arrive, fakeMedia } from '#test/fake-media.ts';
import { EmbedPlayer } from './embed-player.tsx';

const SIGN = 'POST /storage/v1/object/sign/voice-drops';
const drop = {
  id: 'a',
  title: 'Heard elsewhere',
  audio_path: 'id-of-noor/a.wav',
  duration: 40,
  waveform: [10, 90],
  author: { username: 'noor', avatar_url: null },
};

/** Renders the player. @returns its audio element, which is in no document */
function show(answers: Parameters<typeof fakeBackend>[0] = {}, moment?: number): HTMLAudioElement {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeMedia();
  const audio = document.createElement('audio');
  vi.stubGlobal('Audio', function Audio() {
    return audio;
  });
  fakeBackend({
    'GET /rest/v1/voice_drops': () => json([drop]),
    'POST /rest/v1/rpc/add_play': () => json(true),
    [SIGN]: async (request) => {
      const { paths }: { paths: string[] } = await request.json();
      return json(paths.map((path) => ({ path, signedURL: `/signed/${path}`, error: null })));
    },
    ...answers,
  });
  render(
    <AppProvider app={createTestApp()}>
      <EmbedPlayer id="a" moment={moment} />
    </AppProvider>,
  );
  return audio;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('plays, pauses and shows the author', async () => {
  const audio = show();
  await press('Play Heard elsewhere');
  arrive(audio, 40);
  await press('Pause Heard elsewhere');
  expect(await screen.findByRole('button', { name: 'Play Heard elsewhere' })).toBeVisible();
  expect(screen.getByText('@noor')).toBeVisible();
  expect(screen.getByText('0:00 / 0:40')).toBeVisible();
});

it('shows an error when playback stops, and plays again on a press', async () => {
  const audio = show();
  await press('Play Heard elsewhere');
  arrive(audio, 40);
  audio.dispatchEvent(new Event('error'));
  expect(await screen.findByRole('alert')).toHaveTextContent('It could not be played.');
  await press('Play Heard elsewhere');
  arrive(audio, 40);
  expect(await screen.findByRole('button', { name: 'Pause Heard elsewhere' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows an error when the audio’s URL cannot be requested', async () => {
  show({ [SIGN]: () => json({}, 500) });
  await press('Play Heard elsewhere');
  expect(await screen.findByRole('alert')).toHaveTextContent('It could not be played.');
  expect(screen.getByRole('button', { name: 'Play Heard elsewhere' })).toBeVisible();
});

it.each([
  [12, 'at that time', 12, '0:12 / 0:40'],
  [40, 'at its start, since the drop is over then', 0, '0:00 / 0:40'],
])('a link to second %d starts the drop %s', async (moment, _where, position, shown) => {
  const audio = show({}, moment);
  expect(await screen.findByText(shown)).toBeVisible();
  await press('Play Heard elsewhere');
  arrive(audio, 40);
  expect(await screen.findByRole('button', { name: 'Pause Heard elsewhere' })).toBeVisible();
  expect(audio.currentTime).toBe(position);
});
