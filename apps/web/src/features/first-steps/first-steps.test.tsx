import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeMicrophone, say } from '#features/clips/fixtures/fake-microphone.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { listTakes } from '#features/clips/take/take-store.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import 'fake-indexeddb/auto';

type Answers = Parameters<typeof fakeBackend>[0];

const SAVE = 'PATCH /rest/v1/account_settings';

beforeEach(() => {
  window.innerWidth = 390;
  rememberSession('mira');
  fakeIntersection();
});

/** Opens Home for an account whose settings are stored in this test. */
async function openHome(stored: { marks: string[]; hasPosted: boolean }, others: Answers = {}) {
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'GET /rest/v1/account_settings': () =>
      json({
        voice_notices: [],
        first_steps: stored.marks,
        profile: { drops: stored.hasPosted ? [{ id: 'own' }] : [] },
      }),
    [SAVE]: async (request) => {
      const { first_steps }: { first_steps: string[] } = await request.json();
      stored.marks = first_steps;
      return new Response(null, { status: 204 });
    },
    ...others,
  });
  await openPage('/app');
  return { requests };
}

const findCard = async () => within(await screen.findByRole('region', { name: 'First steps' }));

const newAccount = () => ({ marks: [] as string[], hasPosted: false });

it('a new account skips through the steps, which stay as a card', async () => {
  const stored = newAccount();
  await openHome(stored);
  const card = await findCard();
  expect(card.getByRole('button', { name: /Follow a few voices/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await userEvent.click(card.getByRole('button', { name: 'Skip' }));
  expect(card.getByRole('button', { name: 'Record five seconds' })).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Skip' }));
  expect(card.getByRole('link', { name: 'Answer it' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/record\?prompt=\d+$/),
  );
  await userEvent.click(card.getByRole('button', { name: 'Skip' }));
  expect(card.getAllByRole('listitem')).toHaveLength(3);
  expect(stored.marks).toEqual([]);
});

it('following somebody is stored as done', async () => {
  const stored = newAccount();
  await openHome(stored, {
    'POST /rest/v1/rpc/suggested_people': () =>
      json([{ user_id: 'id-of-noor', username: 'noor', avatar_url: null, follower_count: 3 }]),
    'POST /rest/v1/follows': () => new Response(null, { status: 201 }),
  });
  const card = await findCard();
  await userEvent.click(await card.findByRole('button', { name: 'Follow noor' }));
  await userEvent.click(await card.findByRole('button', { name: 'Next' }));
  expect(stored.marks).toEqual(['follow']);
  expect(card.getByRole('button', { name: /Done.*Follow a few voices/ })).toBeVisible();
});

it('following somebody in the column beside the feed is stored as done', async () => {
  window.innerWidth = 1440;
  const stored = newAccount();
  await openHome(stored, {
    'POST /rest/v1/rpc/suggested_people': () =>
      json([{ user_id: 'id-of-noor', username: 'noor', avatar_url: null, follower_count: 3 }]),
    'POST /rest/v1/follows': () => new Response(null, { status: 201 }),
  });
  const column = within(await screen.findByRole('complementary', { name: 'Around you' }));
  await userEvent.click(await column.findByRole('button', { name: 'Follow noor' }));
  const card = await findCard();
  expect(await card.findByRole('button', { name: /Done.*Follow a few voices/ })).toBeVisible();
  expect(stored.marks).toEqual(['follow']);
});

it('the trial of Veil plays both voices, and stores and sends nothing', async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  fakeMedia();
  fakeMicrophone();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const stored = { marks: ['follow'], hasPosted: false };
  const { requests } = await openHome(stored);
  const card = await findCard();
  await userEvent.click(card.getByRole('button', { name: 'Record five seconds' }));
  await card.findByRole('button', { name: 'Stop' });
  const sentBefore = requests.length;
  say('hello there');
  await userEvent.click(card.getByRole('button', { name: 'Stop' }));
  expect(await card.findByRole('button', { name: 'Pause: Through Veil' })).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Play: Your own voice' }));
  expect(card.getByRole('button', { name: 'Pause: Your own voice' })).toBeVisible();
  await waitFor(() => expect(stored.marks).toEqual(['follow', 'veil']));
  const sent = requests
    .slice(sentBefore)
    .map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  // The page reads the account's key while it is idle, before or after the trial begins.
  expect(sent.filter((call) => call !== 'POST /rest/v1/rpc/own_account_key')).toEqual([SAVE]);
  expect(await listTakes('id-of-mira')).toEqual([]);
});

it('a refused microphone is explained in the step', async () => {
  fakeMedia();
  const { getUserMedia } = fakeMicrophone();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  getUserMedia.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await openHome({ marks: ['follow'], hasPosted: false });
  const card = await findCard();
  await userEvent.click(card.getByRole('button', { name: 'Record five seconds' }));
  expect(await card.findByText(/The microphone is blocked for this page/)).toBeVisible();
  expect(card.getByRole('button', { name: 'Record five seconds' })).toBeEnabled();
});

it('the card is dismissed for every device, and Undo brings it back', async () => {
  const stored = newAccount();
  await openHome(stored);
  const card = await findCard();
  await userEvent.click(card.getByRole('button', { name: 'Dismiss first steps' }));
  await expectToast('First steps dismissed');
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  await waitFor(() => expect(stored.marks).toEqual(['dismissed']));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await findCard();
  await waitFor(() => expect(stored.marks).toEqual([]));
});

it('the card comes back when it could not be dismissed', async () => {
  await openHome(newAccount(), { [SAVE]: serverError });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const card = await findCard();
  await userEvent.click(card.getByRole('button', { name: 'Dismiss first steps' }));
  await expectToast('Your first steps could not be saved. Please try again.');
  expect((await findCard()).getAllByRole('listitem')).toHaveLength(3);
});

it('an account that has done all steps sees no card, and its device asks once', async () => {
  const done = { marks: ['follow', 'veil'], hasPosted: true };
  const { requests } = await openHome(done);
  const asked = () => requests.filter(({ url }) => url.includes('first_steps')).length;
  await waitFor(() =>
    expect(localStorage.getItem('undertone:first-steps/id-of-mira')).toBe('over'),
  );
  expect(asked()).toBe(1);
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

it('the feed waits for the card and its suggestions, so that no drop moves', async () => {
  let suggest = () => {};
  const suggested = new Promise<Response>((resolve) => {
    suggest = () => resolve(json([]));
  });
  await openHome(newAccount(), { 'POST /rest/v1/rpc/suggested_people': () => suggested });
  await screen.findByText('Loading voice drops');
  // The other requests of the page have been answered.
  await screen.findByText('Share your voice...');
  expect(screen.queryByRole('tablist', { name: 'Feed' })).toBeNull();
  suggest();
  await findCard();
  expect(screen.getByRole('tablist', { name: 'Feed' })).toBeVisible();
});

it('a failed question for the steps leaves the feed without a card', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let reads = 0;
  const recovers = () => {
    reads += 1;
    return reads === 1
      ? serverError()
      : json({ first_steps: [], profile: { drops: [] }, voice_notices: [] });
  };
  await openHome(newAccount(), { 'GET /rest/v1/account_settings': recovers });
  expect(await screen.findByRole('tablist', { name: 'Feed' })).toBeVisible();
  // Also when they are read later, once the network is back: the card would move the feed.
  dispatchEvent(new Event('offline'));
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(reads).toBeGreaterThan(1));
  await vi.dynamicImportSettled();
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});
