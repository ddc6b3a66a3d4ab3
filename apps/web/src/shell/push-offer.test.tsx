import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { toastPosted } from '#features/recorder/post/post-toasts.ts';
import { EMPTY_DROP_DRAFT } from '#features/recorder/drop-draft.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakePushDevice } from '#test/fake-push-device.ts';
import { rememberSession } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { Toaster } from '#ui/toaster.tsx';
import PushOffer from './push-offer.tsx';

const OFFER = 'Know when somebody answers';

beforeEach(() => rememberSession('mira'));

async function open(wantsPush = true) {
  const { requests } = fakeBackend({
    'GET /rest/v1/profiles': () => json({ push_notifications: wantsPush }),
    'GET /functions/v1/push': () => json({ publicKey: 'AQID' }),
    'POST /rest/v1/rpc/register_push': () => json('id'),
  });
  const app = createTestApp();
  render(
    <AppProvider app={app}>
      <PushOffer userId="id-of-mira" />
      <Toaster />
    </AppProvider>,
  );
  await screen.findByLabelText('Announcements');
  const calls = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  return { app, calls };
}

const post = () => act(() => toastPosted(EMPTY_DROP_DRAFT));

it('offers push messages after the first post, not again after the second, and registers the device', async () => {
  const device = fakePushDevice('default');
  const { calls } = await open();
  post();
  post();
  await expectToast(OFFER);
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  await expectToast('Push is on for this device');
  expect(device.keys).toEqual([[1, 2, 3]]);
  expect(calls()).toContain('POST /rest/v1/rpc/register_push');
});

it('offers them after a follow of a person, but not of a hashtag, and not when a follow ends', async () => {
  fakePushDevice('default');
  const { app } = await open();
  const change = (key: string, from: unknown, to: unknown) =>
    act(() => app.edits.change(key, { from, to, show: () => {}, write: async () => {} }));
  await change('follow #rain', false, true);
  await change('follow id-of-noor', 'followed', 'none');
  expect(screen.queryByText(OFFER)).not.toBeInTheDocument();
  await change('follow id-of-noor', 'none', 'followed');
  await expectToast(OFFER);
});

it('offers nothing where the browser has decided already', async () => {
  fakePushDevice('denied');
  const { calls } = await open();
  post();
  await expectToast('Voice Drop Posted!');
  expect(screen.queryByText(OFFER)).not.toBeInTheDocument();
  expect(calls()).toEqual([]);
});

it('offers nothing where the account has switched Push off', async () => {
  fakePushDevice('default');
  const { calls } = await open(false);
  post();
  await vi.waitFor(() => expect(calls()).toEqual(['GET /rest/v1/profiles']));
  await expectToast('Voice Drop Posted!');
  expect(screen.queryByText(OFFER)).not.toBeInTheDocument();
});
