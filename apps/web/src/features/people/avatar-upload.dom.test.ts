import { expect, it, vi } from 'vitest';
import { STALL_TIMEOUT } from '#lib/fetch-with-progress.ts';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, neverAnswers } from '#test/fake-backend.ts';
import { fakePicture } from '#test/fake-picture.ts';
import { rememberSession } from '#test/session.ts';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { uploadAvatar } from './avatar-upload.ts';

const NOW = 1_795_000_000_000;
const UPLOAD = `POST /storage/v1/object/voice-drops/avatars/id-of-mira_${NOW}.webp`;
const upload = () => uploadAvatar(createTestApp().client, 'id-of-mira', new Blob(['photo']), '_');

it('uploadAvatar rejects when the upload stalls', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
  rememberSession('mira');
  fakePicture({ width: 800, height: 800 });
  const asked = Promise.withResolvers<void>();
  fakeBackend({
    [UPLOAD]: (request) => {
      asked.resolve();
      return neverAnswers(request);
    },
  });
  const outcome = upload().catch((cause: unknown) => cause);
  await asked.promise;
  await vi.advanceTimersByTimeAsync(STALL_TIMEOUT);
  expect(await outcome).toMatchObject({ message: 'Stalled' });
});

it('uploadAvatar rejects a visitor without a request', async () => {
  fakePicture({ width: 800, height: 800 });
  const { requests } = fakeBackend({});
  await expect(upload()).rejects.toThrow('User not authenticated');
  expect(requests).toEqual([]);
});

it('uploadAvatar rejects with another error when an expired session cannot be renewed, which is no sign-out', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  rememberSession('mira', { expiresIn: -60 });
  fakePicture({ width: 800, height: 800 });
  const { requests } = fakeBackend({});
  const cause = await upload().catch((error: unknown) => error);
  expect(isNotAuthenticated(cause)).toBe(false);
  expect(cause).toBeInstanceOf(TypeError);
  expect(requests).toEqual([]);
});
