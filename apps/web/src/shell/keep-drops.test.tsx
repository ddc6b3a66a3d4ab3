import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listKeptClips, listKeptLists } from '#lib/kept-store.ts';
import { setKeepsDrops } from '#lib/keeps-drops.ts';
import { dropRow } from '#test/drop-rows.ts';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { removeAccountData, settleAccountData } from './account-data.ts';

const MIRA = 'id-of-mira';
const [a, b] = [dropRow('a'), dropRow('b', { bookmarks: [{ id: 'x' }] })];

let answers: Parameters<typeof fakeBackend>[0];
let requests: Request[];
let online: boolean;
/** The ids that the account may see. */
let visible: string[];

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeMedia();
  online = true;
  visible = ['a', 'b'];
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  Object.assign(URL, { createObjectURL: () => 'blob:kept', revokeObjectURL: () => {} });
  const clip = () => new Response('voice', { headers: { 'content-type': 'audio/mpeg' } });
  answers = {
    ...memberBackend,
    'GET /rest/v1/blocks': () => json([]),
    'GET /rest/v1/voice_drops': ({ url }) => {
      const query = new URL(url).searchParams;
      return json(query.get('select') === 'id' ? visible.map((id) => ({ id })) : [a]);
    },
    'GET /rest/v1/bookmarks': () => json([{ id: '1', created_at: b.created_at, drop: b }]),
    'GET /storage/v1/object/sign/voice-drops/id-of-noor/a.wav': clip,
    'GET /storage/v1/object/sign/voice-drops/id-of-noor/b.wav': clip,
  };
  ({ requests } = fakeBackend(answers));
  rememberSession('mira');
});

const sent = (path: string) => requests.filter(({ url }) => url.includes(path));

/** Keeps the feed and the bookmarks, and opens a page without a network then. */
async function keepAndGoOffline(path: string) {
  setKeepsDrops(MIRA, true);
  await openApp('/app');
  await waitFor(async () => expect(await listKeptClips(MIRA)).toHaveLength(2));
  cleanup();
  online = false;
  ({ requests } = fakeBackend({}));
  return openApp(path);
}

it('keeps nothing unless the account has turned it on, and nothing over a metered connection', async () => {
  const connection = { saveData: true };
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
  await openApp('/app');
  await screen.findByRole('article');
  dispatchEvent(new Event('online'));
  setKeepsDrops(MIRA, true);
  await vi.dynamicImportSettled();
  dispatchEvent(new Event('online'));
  connection.saveData = false;
  dispatchEvent(new Event('online'));
  await waitFor(async () => expect(await listKeptClips(MIRA)).toHaveLength(2));
  expect(sent('/rest/v1/bookmarks')).toHaveLength(1);
});

it('plays the last feed and the bookmarks after a reload offline, which counts nothing', async () => {
  const { router } = await keepAndGoOffline('/app');
  const card = within(await screen.findByRole('article'));
  await userEvent.click(card.getByRole('button', { name: 'Play Title a' }));
  await waitFor(() => expect(document.querySelector('audio')).toHaveAttribute('src', 'blob:kept'));
  document.querySelector('audio')?.dispatchEvent(new Event('playing'));
  await router.navigate({ to: '/bookmarks', search: { q: 'title b', sort: 'longest' } });
  expect(await screen.findByRole('button', { name: 'Play Title b' })).toBeVisible();
  expect(screen.queryByText('Failed to load voice drops')).toBeNull();
  online = true;
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(sent('select=id')).not.toEqual([]));
  expect(sent('/rpc/add_play')).toEqual([]);
});

it('shows the page of a kept drop offline, and says that another one is not kept', async () => {
  const { router } = await keepAndGoOffline('/voice-drop/b');
  expect(await screen.findByRole('button', { name: 'Play Title b' })).toBeVisible();
  await router.navigate({ to: '/voice-drop/$id', params: { id: 'c' } });
  expect(await screen.findByRole('heading', { name: 'Not kept on this device' })).toBeVisible();
});

it('says so where a drop was not kept', async () => {
  await openApp('/app');
  await screen.findByRole('article');
  online = false;
  await userEvent.click(screen.getByRole('button', { name: 'Play Title a' }));
  expect(await screen.findByText('This voice drop is not kept on this device.')).toBeVisible();
});

it('deletes at the next contact what the account may no longer see, by one request', async () => {
  await keepAndGoOffline('/app');
  await screen.findByRole('article');
  visible = ['b'];
  ({ requests } = fakeBackend(answers));
  online = true;
  dispatchEvent(new Event('online'));
  await waitFor(async () =>
    expect((await listKeptClips(MIRA)).map(({ path }) => path)).toEqual(['id-of-noor/b.wav']),
  );
  expect(sent('/voice_drops?select=id&')).toHaveLength(1);
});

it.each([
  ['signs out', 'removeAccountData'],
  ['is no longer signed in', 'settleAccountData'],
])('deletes what an account has kept when it %s', async (_when, way) => {
  const { app } = await keepAndGoOffline('/settings');
  if (way === 'removeAccountData') await removeAccountData(app, MIRA);
  else {
    localStorage.clear();
    await settleAccountData(app, undefined);
  }
  expect([...(await listKeptClips(MIRA)), ...(await listKeptLists(MIRA))]).toEqual([]);
});

it('shows another account nothing of it', async () => {
  await keepAndGoOffline('/settings');
  cleanup();
  localStorage.clear();
  rememberSession('noor');
  setKeepsDrops('id-of-noor', true);
  await openApp('/app');
  expect(await screen.findByText('Failed to load voice drops')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
});

it('Settings says how much is kept, and deletes it', async () => {
  answers['HEAD /rest/v1/voice_drops'] = () => counted(0);
  setKeepsDrops(MIRA, true);
  const { router } = await openApp('/app');
  await waitFor(async () => expect(await listKeptClips(MIRA)).toHaveLength(2));
  await router.navigate({ to: '/settings' });
  expect(await screen.findByText('2 voice drops, less than 0.1 MB used')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Delete and turn off' }));
  await waitFor(() => expect(screen.queryByText(/MB used/)).toBeNull());
  expect(screen.getByRole('switch', { name: /offline/ })).not.toBeChecked();
  expect(await listKeptClips(MIRA)).toEqual([]);
});
