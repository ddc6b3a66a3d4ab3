import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { dropRow } from '#test/drop-rows.ts';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { memberBackend } from '#test/member-backend.ts';
import { expectToast } from '#test/expect-toast.ts';
import { rememberSession } from '#test/session.ts';

const parts = {
  'edit-profile-dialog': '#features/profile/edit-profile-dialog.tsx',
  'explore-dialog': '#features/marketing/explore-dialog.tsx',
  'own-drop-menu': '#features/drops/menu/own-drop-menu.tsx',
  recorder: '#features/recorder/recorder-panel.tsx',
  'player-bar': '#features/player/player-bar.tsx',
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeIntersection();
  fakeMedia();
  rememberSession('mira');
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([dropRow('d1', { user_id: 'id-of-mira' })]),
    'HEAD /rest/v1/voice_drops': () => counted(1),
  });
});

afterEach(() => {
  for (const path of Object.values(parts)) vi.doUnmock(path);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens a page on which the code of a part cannot be fetched. */
async function openWithout(part: keyof typeof parts, path: string) {
  vi.doMock(parts[part], () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  // Code that was fetched once stays available, so the app is imported again, as by a new document.
  vi.resetModules();
  const { openPage } = await import('#test/open-page.tsx');
  await openPage(path);
}

const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name }))[0] ?? document.body);

/** Waits until a toast says that code is missing. @returns the page's main part */
async function expectMissingCode() {
  await expectToast('An unexpected error occurred. Please try again.');
  expect(screen.queryByText('Something went wrong')).not.toBeInTheDocument();
  return screen.getByRole('main');
}

it.each([
  ['edit-profile-dialog', '/profile', 'Edit profile'],
  ['explore-dialog', '/about', 'explore'],
  ['own-drop-menu', '/app', 'Options for Title d1'],
  ['recorder', '/app', 'Share your voice...'],
  ['player-bar', '/app', 'Play Title d1'],
] as const)(
  'the page says that the code of %s is missing, and stays',
  async (part, path, button) => {
    await openWithout(part, path);
    await press(button);
    expect(await expectMissingCode()).toBeVisible();
  },
);

it('the recorder’s page says that its code is missing, and goes on waiting for it', async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  await openWithout('recorder', '/record');
  expect(await screen.findByText('Loading the recorder...')).toBeVisible();
  expect(await expectMissingCode()).toHaveTextContent("What's on your mind today?");
});
