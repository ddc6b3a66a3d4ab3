import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { RotateCcw } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { DropAuthor } from '#features/drops/card/drop-author.tsx';
import { TrackPlayback } from '#features/player/track-playback.tsx';
import { dropFromRow } from '#features/drops/drop.ts';
import { PlayIcon } from '#features/player/play-icon.tsx';
import { PlayerContext } from '#features/player/use-player.ts';
import { SessionContext } from '#features/session/session-context.ts';
import { dropRow } from '#test/drop-rows.ts';
import { arrive, fakePlayer, reach } from '#test/fake-media.ts';
import { sessionFor } from '#test/show-comments.tsx';
import { createTestApp } from '#test/test-app.ts';
import { AppProvider } from '../app-provider.tsx';
import { DropControls, readPlayIcons } from './drop-controls.ts';

const track = dropFromRow(dropRow('a', { duration: 40 }));
const playlist = { source: 'drop a', tracks: [track] };

/** Puts the icons into the document, as the server does. */
function addIcons(): void {
  const template = document.createElement('template');
  template.id = 'undertone-play-icons';
  template.innerHTML = renderToStaticMarkup(
    <>
      <PlayIcon playing={false} waiting={false} />
      <PlayIcon playing waiting={false} />
      <PlayIcon playing waiting />
      <RotateCcw />
    </>,
  );
  document.head.append(template);
  onTestFinished(() => template.remove());
}

/** A card of the app, and the same card as the server has rendered it, both with one player. */
async function showBoth() {
  addIcons();
  const { player, audio } = fakePlayer();
  const card = (
    <article>
      <DropAuthor drop={track} />
      <TrackPlayback track={track} getPlaylist={() => playlist} />
    </article>
  );
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: () => card }),
  });
  render(
    <AppProvider app={createTestApp()}>
      <SessionContext value={sessionFor(undefined)}>
        <PlayerContext value={player}>
          <RouterProvider router={router} />
        </PlayerContext>
      </SessionContext>
    </AppProvider>,
  );
  const app = await screen.findByRole('article');
  const early = document.createElement('article');
  early.innerHTML = app.innerHTML;
  const controls = new DropControls(early, track, readPlayIcons(document));
  onTestFinished(player.subscribe(() => controls.show(player)));
  return { app, early, controls, player, audio };
}

/** The parts of a card that change with the player. */
const shown = (card: Element) => ({
  words: card.querySelector('header')?.innerHTML,
  isCurrent: card.querySelector('[data-current]') !== null,
  button: card.querySelector('button')?.outerHTML,
  waveform: [...card.querySelectorAll('button + div > svg')].map((svg) => svg.outerHTML),
});

it('a card that the server has rendered looks like that of the app while it waits, plays, is paused and has ended', async () => {
  const { app, early, player, audio } = await showBoth();
  const expectAlike = () => expect(shown(early)).toEqual(shown(app));
  expectAlike();
  await act(async () => {
    player.play(track, playlist);
    await player.prepare([track]);
  });
  expectAlike();
  expect(early.querySelector('button')).toHaveAttribute('aria-busy', 'true');
  act(() => arrive(audio, 40));
  act(() => reach(audio, 12));
  expectAlike();
  expect(early).toHaveTextContent('0:12 / 0:40');
  act(() => player.pause());
  expectAlike();
  expect(early.querySelector('button')).toHaveAccessibleName('Play Title a');
  act(() => player.resume());
  act(() => void audio.dispatchEvent(new Event('ended')));
  expectAlike();
  expect(early.querySelector('button')).toHaveAccessibleName('Replay Title a');
  act(() => player.stop());
  expectAlike();
  expect(early).not.toHaveTextContent('0:12');
});

it('a press on the play button plays the drop, and one on the waveform plays from there', async () => {
  const { early, controls, player } = await showBoth();
  const bars = early.querySelector('button + div');
  const bounds = DOMRect.fromRect({ x: 100, width: 200, height: 50 });
  if (bars) bars.getBoundingClientRect = () => bounds;
  const press = (element: Element | null | undefined, clientX: number) => {
    let isHandled = false;
    early.addEventListener(
      'click',
      (event) => (isHandled = controls.click(event, player, playlist)),
      { once: true },
    );
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX }));
    return isHandled;
  };
  expect(press(early.querySelector('header a'), 0)).toBe(false);
  expect(player.getState().status).toBe('none');
  expect(press(early.querySelector('button svg'), 0)).toBe(true);
  expect(player.getState()).toMatchObject({ status: 'playing', track: { id: 'a' }, playlist });
  expect(press(bars?.querySelector('path'), 150)).toBe(true);
  expect(player.getState().position).toBe(10);
});
