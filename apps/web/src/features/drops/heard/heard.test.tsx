import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { storeFinishedDrop } from '#features/player/store-finished-drop.ts';
import { dropRow } from '#test/drop-rows.ts';
import { json } from '#test/fake-backend.ts';
import { openFeed, ownRow } from '#test/open-feed.tsx';
import { rankRow } from '#test/rank-rows.ts';

const heard = 'You have heard everything here.';

beforeEach(() => localStorage.clear());

const finish = (...ids: string[]) => ids.forEach((id) => storeFinishedDrop('id-of-mira', id));

const titles = () =>
  screen.getAllByRole('article').map((article) => article.querySelector('h2')?.textContent);

const leaveOut = async () =>
  userEvent.click(await screen.findByRole('switch', { name: 'Leave out what I have heard' }));

it('a card of another person’s drop is marked once the drop was heard to its end', async () => {
  finish('a', 'own');
  await openFeed([dropRow('a'), dropRow('b'), ownRow()]);
  const cardOf = (name: string) => within(screen.getByRole('article', { name }));
  expect(await cardOf('Title a').findByText('Heard')).toBeVisible();
  expect(cardOf('Title b').queryByText('Heard')).not.toBeInTheDocument();
  act(() => finish('b'));
  expect(cardOf('Title b').getByText('Heard')).toBeVisible();
  expect(
    within(await screen.findByRole('article', { name: 'Night bus' })).queryByText('Heard'),
  ).not.toBeInTheDocument();
});

it('a list leaves out others’ heard drops on request, and keeps what is heard meanwhile until it is opened again', async () => {
  finish('a', 'own');
  const rows = [dropRow('a'), dropRow('b'), ownRow()];
  await openFeed(rows);
  await leaveOut();
  await waitFor(() => expect(titles()).toEqual(['Title b', 'Night bus']));
  act(() => finish('b'));
  expect(titles()).toEqual(['Title b', 'Night bus']);
  cleanup();
  await openFeed(rows);
  await waitFor(() => expect(titles()).toEqual(['Night bus']));
  expect(screen.getByRole('switch')).toBeChecked();
});

it('a list in which everything was heard says so at its end, and offers a drop that was not', async () => {
  finish('a', 'b');
  await openFeed([dropRow('a'), dropRow('b'), ownRow()], {
    'GET /rest/v1/voice_drop_ranks': () => json([rankRow('a', 9), rankRow('c', 8)]),
    'GET /rest/v1/voice_drops': ({ url }) =>
      json(
        new URL(url).searchParams.has('id')
          ? [dropRow('c')]
          : [dropRow('a'), dropRow('b'), ownRow()],
      ),
  });
  expect(await screen.findByText(heard)).toBeVisible();
  expect(screen.queryByText('That is all for now.')).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Play Title c' })).toBeVisible();
});

it('a list of which everything is left out says so instead of that there is nothing, and shows it again', async () => {
  finish('a', 'b');
  await openFeed([dropRow('a'), dropRow('b')]);
  await leaveOut();
  expect(await screen.findByText(heard)).toBeVisible();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show All' }));
  await waitFor(() => expect(titles()).toEqual(['Title a', 'Title b']));
  expect(screen.getByRole('switch')).not.toBeChecked();
});
