import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { arrive, fakeMedia, reach } from '#test/fake-media.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

const SECONDS = 40;

beforeEach(() => {
  fakeMedia();
  fakeIntersection();
});

/** The player's audio once it plays. The comment box plays its own clips through another element. */
async function playedAudio(): Promise<HTMLAudioElement> {
  await waitFor(() => expect(document.querySelector('audio')).toHaveAttribute('src'));
  const audio = document.querySelector('audio');
  if (!audio) throw new Error('There is no audio in the document.');
  return audio;
}

/** Opens the page of a drop of 40 seconds. @returns the card of the drop, and the requests */
async function openDrop(search: string, comment = 'Words') {
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([dropRow('a', { duration: SECONDS })]),
    'GET /rest/v1/voice_drop_comments': () =>
      json([threadRow(commentRow('one', 'ben', { content: comment }), { total: 1 })]),
    'POST /rest/v1/rpc/add_play': () => json(true),
  });
  await openPage(`/voice-drop/a${search}`);
  return { card: within(await screen.findByRole('article', { name: 'Title a' })), requests };
}

const button = (name: string) => screen.findByRole('button', { name });

it.each(['a member', 'a visitor'])(
  '%s who opens a link to a time sees the drop there, and a press plays and counts it from there',
  async (viewer) => {
    if (viewer === 'a member') rememberSession('mira');
    const { card, requests } = await openDrop('?t=12');
    expect(await card.findByText('0:12 /')).toBeVisible();
    expect(document.querySelector('audio')).toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'Play Title a' }));
    const audio = await playedAudio();
    arrive(audio, SECONDS);
    expect(audio).toHaveProperty('paused', false);
    expect(audio.currentTime).toBe(12);
    await waitFor(() => expect(requests.some(({ url }) => url.includes('add_play'))).toBe(true));
  },
);

it.each(['?t=40', '?t=-3', '?t=soon', '?t=1.5'])(
  'a link with %s opens the drop at its start',
  async (search) => {
    const { card } = await openDrop(search);
    await card.findByRole('button', { name: 'Play Title a' });
    await userEvent.click(await card.findByRole('button', { name: 'Play Title a' }));
    const audio = await playedAudio();
    arrive(audio, SECONDS);
    expect(audio.currentTime).toBe(0);
  },
);

it('a time in a comment plays the drop from there, and seeks while it plays', async () => {
  await openDrop('', 'From 0:12 on, and 0:30, but not 0:40');
  expect(screen.queryByRole('button', { name: 'Play from 0:40' })).not.toBeInTheDocument();
  await userEvent.click(await button('Play from 0:12'));
  const audio = await playedAudio();
  arrive(audio, SECONDS);
  expect(audio.currentTime).toBe(12);
  await userEvent.click(await button('Play from 0:30'));
  expect(audio.currentTime).toBe(30);
  await userEvent.click(await button('Pause Title a'));
  await userEvent.click(await button('Play from 0:12'));
  expect(audio.currentTime).toBe(12);
  expect(audio).toHaveProperty('paused', false);
});

it('the share menu and the player share the present position of the drop', async () => {
  // Adds a clipboard to jsdom.
  const user = userEvent.setup();
  const { card } = await openDrop('');
  await user.click(await button('Play Title a'));
  const audio = await playedAudio();
  arrive(audio, SECONDS);
  reach(audio, 12.7);
  await user.click(card.getByRole('button', { name: 'Share Title a' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Share this moment (0:12)' }));
  expect(await expectToast('Link copied!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/voice-drop/a?t=12`);
  reach(audio, 13);
  await user.click(await button('Share this moment'));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/voice-drop/a?t=13`),
  );
});
