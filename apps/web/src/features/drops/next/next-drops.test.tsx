import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { storeFinishedDrop } from '#features/player/store-finished-drop.ts';
import { dropRow } from '#test/drop-rows.ts';
import { json } from '#test/fake-backend.ts';
import { arrive, fakeMedia } from '#test/fake-media.ts';
import { openFeed } from '#test/open-feed.tsx';
import { rankRow } from '#test/rank-rows.ts';

const inHot = ['heard-too', 'hot', 'last'];
const ofNoor = ['heard', 'last', 'more', 'yet-more'];

it('the player offers an unheard drop of the author and those of Hot at the end of a list, and plays them as a list', async () => {
  localStorage.clear();
  fakeMedia();
  window.innerWidth = 390;
  for (const id of ['heard', 'heard-too']) storeFinishedDrop('id-of-mira', id);
  const { card } = await openFeed([dropRow('last')], {
    'GET /rest/v1/voice_drop_ranks': () => json(inHot.map((id, place) => rankRow(id, 9 - place))),
    'GET /rest/v1/voice_drops': ({ url }) => {
      const { searchParams } = new URL(url);
      if (searchParams.has('user_id')) return json(ofNoor.map((id) => dropRow(id)));
      return json((searchParams.has('id') ? inHot : ['last']).map((id) => dropRow(id)));
    },
  });
  await userEvent.click(card.getByRole('button', { name: 'Play Title last' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Open player' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Player' }));
  const audio = document.querySelector('audio');
  if (!audio) throw new Error('There is no audio element.');
  arrive(audio, 65);
  act(() => void audio.dispatchEvent(new Event('ended')));
  await sheet.findByRole('button', { name: 'Play Title more' });
  const offered = sheet.getAllByRole('listitem').map((item) => within(item).getByRole('button'));
  expect(offered.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Play Title more',
    'Play Title hot',
  ]);
  await userEvent.click(sheet.getByRole('button', { name: 'Play Title more' }));
  expect(await sheet.findByRole('link', { name: 'Title more' })).toBeVisible();
  await userEvent.click(sheet.getByRole('button', { name: 'Next' }));
  expect(await sheet.findByRole('link', { name: 'Title hot' })).toBeVisible();
});
