import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeOrQueueReaction } from '#features/reactions/reaction-press.ts';
import { fakeMicrophone } from '#features/clips/fixtures/fake-microphone.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { lockTake, unlockTake } from '#features/clips/take/take-lock.ts';
import { FOR_DROP, type TakePurpose } from '#features/clips/take/take-purpose.ts';
import { appendChunk, createTake, listTakes } from '#features/clips/take/take-store.ts';
import { EMPTY_DROP_DRAFT } from '#features/recorder/drop-draft.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { listQueuedChanges } from '#lib/queued-changes.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';

const { user } = sessionOf('mira');
const path = `${user.id}/1-voice-drop.wav`;
const UPLOAD = `POST /storage/v1/object/voice-drops/${path}`;
const INSERT = 'POST /rest/v1/voice_drops';

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  fakeMicrophone();
  rememberSession('mira');
});

async function keepTake(
  userId: string,
  description = 'Tide',
  choosing = true,
  purpose: TakePurpose = FOR_DROP,
): Promise<void> {
  const id = `take of ${userId} for a ${purpose.kind}`;
  await createTake({
    id,
    userId,
    purpose,
    mimeType: 'audio/webm',
    startedAt: 1,
    draft: { ...EMPTY_DROP_DRAFT, description, choosing },
    upload: { filterId: 'original', path },
  });
  await appendChunk(id, 0, new Blob(['good night']));
}

/** Opens a page with a backend, and asks to sign out. */
async function askToSignOut(more: Parameters<typeof fakeBackend>[0] = {}) {
  const answers = {
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'HEAD /rest/v1/voice_drops': () => new Response(null, { headers: { 'content-range': '*/0' } }),
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    'DELETE /storage/v1/object/voice-drops': () => json([]),
    ...more,
  };
  const { requests } = fakeBackend(answers);
  const page = await openApp('/trending');
  await userEvent.click(await screen.findByRole('button', { name: 'Your account' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  const calls = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  const pathname = () => page.router.state.location.pathname;
  return { ...page, calls, pathname, answers };
}

const findDialog = async () => within(await screen.findByRole('alertdialog'));

describe('a person who signs out', () => {
  it('leaves nothing of the account on the device, and others’ takes stay', async () => {
    await keepTake('id-of-noor');
    for (const item of ['places', 'searches', 'finished', 'voice-notice', 'last-filter'] as const) {
      localStorage.setItem(accountKey(item, user.id), 'a');
    }
    localStorage.setItem(`undertone:comment/${user.id}/drop/`, 'Half a sentence');
    const { pathname } = await askToSignOut();
    await waitFor(() => expect(pathname()).toBe('/auth'));
    // The account's key may arrive while the account signs out; it is removed with the rest.
    await waitFor(() =>
      expect(
        JSON.stringify([Object.keys(localStorage), Object.keys(sessionStorage)]),
      ).not.toContain(user.id),
    );
    expect(await listTakes('id-of-noor')).toHaveLength(1);
  });

  it('decides first about a take that is not posted, and may stay', async () => {
    await keepTake(user.id);
    const { pathname } = await askToSignOut();
    const dialog = await findDialog();
    expect(dialog.getByText('Tide')).toBeVisible();
    expect(dialog.getByText('Original · Public')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(pathname()).toBe('/trending');
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
    expect(await listTakes(user.id)).toHaveLength(1);
  });

  it('decides first about a like that waits for the network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await writeOrQueueReaction(createTestApp().client, 'like', 'a', true);
    const { pathname } = await askToSignOut();
    const dialog = await findDialog();
    expect(dialog.getByRole('heading', { name: '1 change not sent yet' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await listQueuedChanges(user.id)).toHaveLength(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Your account' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
    await userEvent.click((await findDialog()).getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(pathname()).toBe('/auth'));
    expect(await listQueuedChanges(user.id)).toEqual([]);
    online.mockRestore();
  });

  it('is asked nothing about a like that is being sent', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await writeOrQueueReaction(createTestApp().client, 'like', 'a', true);
    online.mockRestore();
    const response = Promise.withResolvers<Response>();
    const { pathname, calls } = await askToSignOut({
      'POST /rest/v1/voice_drop_likes': () => response.promise,
    });
    await waitFor(() => expect(calls()).toContain('POST /rest/v1/voice_drop_likes'));
    expect(calls()).not.toContain('POST /auth/v1/logout');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    response.resolve(new Response(null, { status: 201 }));
    await waitFor(() => expect(pathname()).toBe('/auth'));
  });

  it('discards the take, and the file that a failed post has uploaded', async () => {
    await keepTake(user.id);
    const { pathname, calls } = await askToSignOut();
    await userEvent.click((await findDialog()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(pathname()).toBe('/auth'));
    expect(await listTakes(user.id)).toEqual([]);
    const ends = calls().filter((call) => /DELETE|logout/.test(call));
    expect(ends).toEqual(['DELETE /storage/v1/object/voice-drops', 'POST /auth/v1/logout']);
  });

  it('posts the take first, once its recorder has left it', async () => {
    await keepTake(user.id);
    const { pathname, calls } = await askToSignOut({
      [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
      [INSERT]: () => new Response(null, { status: 201 }),
    });
    await lockTake(`take of ${user.id} for a drop`);
    const dialog = await findDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Post now' }));
    await waitFor(() => expect(pathname()).toBe('/profile'));
    expect(dialog.getByRole('button', { name: 'Posting...' })).toBeDisabled();
    unlockTake(`take of ${user.id} for a drop`);
    await waitFor(() => expect(pathname()).toBe('/auth'));
    const ends = calls().filter((call) => call === INSERT || call.includes('logout'));
    expect(ends).toEqual([INSERT, 'POST /auth/v1/logout']);
    expect(await listTakes(user.id)).toEqual([]);
  });

  it('posts drops only, and is then asked about a reply that is not sent', async () => {
    await keepTake(user.id);
    await keepTake(user.id, '', false, { kind: 'reply', dropId: 'd' });
    const { pathname } = await askToSignOut({
      [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
      [INSERT]: () => new Response(null, { status: 201 }),
    });
    const dialog = await findDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Post now' }));
    await waitFor(() => expect(dialog.queryByText('Tide')).not.toBeInTheDocument());
    expect(dialog.getByText('Voice reply')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Post now' })).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(pathname()).toBe('/auth'));
    expect(await listTakes(user.id)).toEqual([]);
  });

  it('sees that posting waits for another tab that uses the take', async () => {
    await keepTake(user.id);
    const tab = Promise.withResolvers<undefined>();
    let isFree = false;
    // As another tab would hold the lock of the take.
    const request = async (
      _name: string,
      options: object,
      work: (lock: object | null) => unknown,
    ) => {
      if ('ifAvailable' in options) return work(isFree ? {} : null);
      await tab.promise;
      return work({});
    };
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
    const { pathname } = await askToSignOut({
      [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
      [INSERT]: () => new Response(null, { status: 201 }),
    });
    const dialog = await findDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Post now' }));
    expect(
      await dialog.findByText(/^Waiting for another tab that uses the recording/),
    ).toBeVisible();
    isFree = true;
    tab.resolve(undefined);
    await waitFor(() => expect(pathname()).toBe('/auth'));
    expect(await listTakes(user.id)).toEqual([]);
  });

  it('chooses the filter of a take in the recorder before posting it', async () => {
    await keepTake(user.id, 'Tide', false);
    const { pathname, calls } = await askToSignOut();
    const dialog = await findDialog();
    expect(dialog.getByText(/opens the recorder, where you choose the voice filter/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Post now' }));
    await waitFor(() => expect(pathname()).toBe('/record'));
    expect(calls()).not.toContain(INSERT);
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
    expect(await listTakes(user.id)).toHaveLength(1);
  });

  it('stays signed in, and sees why, when the take cannot be posted', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    await keepTake(user.id);
    const { pathname } = await askToSignOut({
      [UPLOAD]: () => json({ Id: '1', Key: 'k' }),
      [INSERT]: () => json({ code: 'PT429', message: 'Ten drops an hour are enough.' }, 429),
    });
    const dialog = await findDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Post now' }));
    expect(await dialog.findByText(/Ten drops an hour are enough/)).toBeVisible();
    expect(pathname()).toBe('/profile');
    expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
    expect(await listTakes(user.id)).toHaveLength(1);
  });
});
