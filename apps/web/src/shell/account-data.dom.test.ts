import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreDrafts, storedDrafts } from '#lib/text-drafts.ts';
import { lockTake, unlockTake } from '#features/clips/take/take-lock.ts';
import {
  appendChunk,
  createTake,
  listTakes,
  readSegments,
  type Take,
} from '#features/clips/take/take-store.ts';
import { EMPTY_DROP_DRAFT } from '#features/recorder/drop-draft.ts';
import { mayHaveAccountData } from '#lib/account-data-mark.ts';
import type { App } from '#lib/app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakePushDevice } from '#test/fake-push-device.ts';
import { rememberSession, SESSION_KEY } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { settleAccountData } from './account-data.ts';

const DAY_MS = 24 * 3_600_000;

const take: Take = {
  id: 'take of mira',
  userId: 'id-of-mira',
  mimeType: 'audio/webm',
  startedAt: 1,
  draft: { ...EMPTY_DROP_DRAFT, description: 'Low tide', choosing: true },
  upload: null,
  post: {
    queuedAt: 2,
    failure: null,
    duration: 3,
    peaks: [4],
    clip: {
      filterId: 'veil',
      bytes: new TextEncoder().encode('RIFF masked').buffer,
      type: 'audio/wav',
      duration: 3,
      peaks: [4],
    },
  },
};
const draft: [string, string] = ['undertone:comment/id-of-mira/drop/', 'Half a sentence'];

const keys: Record<string, string> = {};
let app: App;

beforeEach(() => {
  Object.assign(keys, { mira: 'M'.repeat(43), noor: 'N'.repeat(43) });
  fakeBackend({
    'POST /rest/v1/rpc/own_account_key': (request) => {
      const token = atob(request.headers.get('Authorization')?.split('.')[1] ?? '');
      return json(keys[token.includes('mira') ? 'mira' : 'noor']);
    },
  });
  app = createTestApp();
});

/** Signs in, and waits until the device has taken back what the account has left. */
async function signIn(username: string): Promise<void> {
  rememberSession(username);
  await settleAccountData(app, `id-of-${username}`);
  await vi.waitFor(() =>
    expect(Object.keys(localStorage).join()).toContain(`key/id-of-${username}`),
  );
}

/** Ends the session as the auth client does when the server has ended it. */
async function endSession(): Promise<void> {
  localStorage.removeItem(SESSION_KEY);
  await settleAccountData(app, undefined);
}

async function leaveTakeAndDraft(): Promise<void> {
  await createTake(structuredClone(take));
  await appendChunk(take.id, 0, new Blob(['RIFF good ']));
  await appendChunk(take.id, 1, new Blob(['night']));
  restoreDrafts(app.client, [draft]);
}

/** Everything that the device stores, as text. */
async function storedText(): Promise<string> {
  const found: unknown[] = [Object.entries(localStorage)];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await openDB(name);
    for (const store of database.objectStoreNames) found.push(...(await database.getAll(store)));
    database.close();
  }
  // An instance of another realm's ArrayBuffer.
  const isBytes = (value: unknown): value is ArrayBuffer =>
    Object.prototype.toString.call(value) === '[object ArrayBuffer]';
  return JSON.stringify(found, (_key, value: unknown) =>
    isBytes(value) ? new TextDecoder('latin1').decode(new Uint8Array(value)) : value,
  );
}

describe('an account whose session the server has ended', () => {
  it('leaves its takes and drafts encrypted, and finds them as they were when it signs in again', async () => {
    await signIn('mira');
    await leaveTakeAndDraft();
    const plain = ['RIFF', 'night', 'Low tide', 'Half a sentence', keys['mira'] ?? ''];
    for (const words of plain) expect(await storedText()).toContain(words);
    await endSession();
    for (const words of plain) expect(await storedText()).not.toContain(words);
    expect(await listTakes(take.userId)).toEqual([]);

    await signIn('mira');
    await vi.waitFor(async () => expect(await listTakes(take.userId)).toEqual([take]));
    expect(await (await readSegments(take))[0]?.text()).toBe('RIFF good night');
    expect(storedDrafts(take.userId)).toEqual([draft]);
    await endSession();
    expect(await storedText()).not.toContain('RIFF');
  });

  it('leaves nothing that another account can read', async () => {
    await signIn('mira');
    await leaveTakeAndDraft();
    await endSession();
    await signIn('noor');
    expect(await listTakes('id-of-noor')).toEqual([]);
    expect(await storedText()).not.toContain('RIFF');
    // Not with a key of its own either, if it renames the entries.
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    keys['mira'] = keys['noor'] ?? '';
    await signIn('mira');
    await vi.waitFor(() => expect(logged).toHaveBeenCalled());
    expect(await storedText()).not.toContain('RIFF');
  });

  it('has 30 days to come back, also if the clock is set back', async () => {
    await signIn('mira');
    await leaveTakeAndDraft();
    await endSession();
    const now = Date.now();
    const startAt = async (time: number) => {
      vi.spyOn(Date, 'now').mockReturnValue(time);
      await settleAccountData(app, undefined);
    };
    for (const days of [-3000, 29.9]) {
      await startAt(now + days * DAY_MS);
      expect(await storedText()).toContain(take.userId);
      expect(mayHaveAccountData()).toBe(true);
    }
    await startAt(now + 30.1 * DAY_MS);
    expect(await storedText()).not.toContain(take.userId);
    expect(mayHaveAccountData()).toBe(false);
  });

  it('leaves a take encrypted once its recorder has left it', async () => {
    await signIn('mira');
    await leaveTakeAndDraft();
    await lockTake(take.id);
    const ending = endSession();
    await vi.waitFor(() => expect(storedDrafts(take.userId)).toEqual([]));
    expect(await listTakes(take.userId)).toHaveLength(1);
    unlockTake(take.id);
    await ending;
    expect(await storedText()).not.toContain('RIFF');
  });

  it('leaves its takes as they are when the device has no key, and when encrypting fails', async () => {
    await leaveTakeAndDraft();
    await endSession();
    expect(await listTakes(take.userId)).toEqual([take]);
    await signIn('mira');
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValueOnce(new Error('broken'));
    await endSession();
    expect(await listTakes(take.userId)).toEqual([take]);
    expect(storedDrafts(take.userId)).toEqual([draft]);
    await settleAccountData(app, undefined);
    expect(await storedText()).not.toContain('RIFF');
  });

  it.each(['offline since the sign-in', 'without WebCrypto'])(
    'has 30 days to come back, where nothing could be encrypted: %s',
    async (reason) => {
      if (reason === 'without WebCrypto') vi.stubGlobal('crypto', {});
      const now = Date.now();
      const startAt = async (days: number, userId?: string) => {
        vi.spyOn(Date, 'now').mockReturnValue(now + days * DAY_MS);
        await settleAccountData(app, userId);
      };
      const left = async () => [
        (await listTakes(take.userId)).length,
        storedDrafts(take.userId).length,
        mayHaveAccountData(),
      ];
      vi.spyOn(console, 'error').mockReturnValue();
      fakeBackend({});
      rememberSession('mira');
      await leaveTakeAndDraft();
      await startAt(0, take.userId);
      localStorage.removeItem(SESSION_KEY);
      for (const days of [40, -3000, 69.9]) {
        await startAt(days);
        expect(await left()).toEqual([1, 1, true]);
      }
      // A sign-in ends the time, which begins again after it.
      rememberSession('mira');
      await startAt(70, take.userId);
      localStorage.removeItem(SESSION_KEY);
      for (const days of [80, 109]) await startAt(days);
      expect(await left()).toEqual([1, 1, true]);
      await startAt(110.1);
      expect(await left()).toEqual([0, 0, false]);
    },
  );

  it('leaves a take encrypted also where the browser refuses access to what push messages need', async () => {
    fakePushDevice('granted');
    const refusal = new DOMException('', 'SecurityError');
    vi.spyOn(caches, 'open').mockRejectedValue(refusal);
    vi.spyOn(caches, 'delete').mockRejectedValue(refusal);
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    await signIn('mira');
    await leaveTakeAndDraft();
    await endSession();
    expect(logged).toHaveBeenCalled();
    expect(await storedText()).not.toContain('RIFF');
  });

  it('leaves nothing encrypted while another tab is signed in to it', async () => {
    await signIn('mira');
    await leaveTakeAndDraft();
    await settleAccountData(app, undefined);
    expect(await listTakes(take.userId)).toEqual([take]);
  });
});
