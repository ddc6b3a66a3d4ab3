import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { expectToast } from '#test/expect-toast.ts';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { testSettings } from '#test/test-app.ts';

type Answers = Parameters<typeof fakeBackend>[0];

const QR_CODE = 'GET /functions/v1/qr-code';
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const picture = () => new Response(PNG, { headers: { 'content-type': 'image/png' } });

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
});

/** Opens the dialog from the user's own profile. */
async function open(answers: Answers = {}, settings = testSettings) {
  const user = userEvent.setup();
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'HEAD /rest/v1/voice_drops': () => counted(0),
    [QR_CODE]: picture,
    ...answers,
  });
  await openPage('/profile', settings);
  await screen.findByText('No bio added yet');
  await user.click(screen.getByRole('button', { name: 'Share profile' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share your profile' }));
  return { user, requests, dialog };
}

const nameless: Answers = {
  'GET /rest/v1/profiles': () =>
    json({ user_id: 'id-of-mira', username: null, created_at: '2026-01-01T00:00:00Z' }),
};

const link = () => `${location.origin}/Mira`;

/** Records the downloads of the page: addresses by file name. */
const watchDownloads = () => {
  const saved = new Map<string, string>();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.set(this.download, this.href);
  });
  return saved;
};

it('the share dialog copies the address of the public profile, and shows a tick for two seconds', async () => {
  const { user, dialog } = await open();
  const button = dialog.getByRole('button', { name: 'Copy link' });
  expect(button).not.toHaveAttribute('data-copied');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(button);
  expect(await expectToast('Link copied!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link());
  expect(button).toHaveAttribute('data-copied');
  act(() => void vi.advanceTimersByTime(2000));
  expect(button).not.toHaveAttribute('data-copied');
});

it('the share dialog shows an error when the address cannot be copied', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { user, dialog } = await open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await expectToast('Failed to copy link')).toBeVisible();
});

it('the share dialog shares the address of the own page when the user has no username', async () => {
  const { dialog } = await open(nameless);
  expect(dialog.getByText(`${location.origin}/profile`)).toBeVisible();
});

it.each([
  ['Tweet', 'https://twitter.com/intent/tweet', 'url'],
  ['Facebook', 'https://www.facebook.com/sharer/sharer.php', 'u'],
  ['Telegram', 'https://t.me/share/url', 'url'],
])(
  'the share dialog opens the share page of %s in a new tab without an opener',
  async (name, page, key) => {
    const { dialog } = await open();
    const anchor = dialog.getByRole<HTMLAnchorElement>('link', { name });
    const url = new URL(anchor.href);
    expect(url.origin + url.pathname).toBe(page);
    expect(url.searchParams.get(key)).toBe(link());
    expect(anchor).toHaveAttribute('target', '_blank');
    expect(anchor.relList.contains('noopener')).toBe(true);
  },
);

it('the share dialog shares by the system’s dialog, and shows no error when the user closes it', async () => {
  const { user, dialog } = await open();
  await navigator.clipboard.writeText('as it was');
  const share = vi
    .fn<Navigator['share']>()
    .mockRejectedValue(new DOMException('closed', 'AbortError'));
  Object.assign(navigator, { share });
  await user.click(dialog.getByRole('button', { name: 'Share' }));
  Reflect.deleteProperty(navigator, 'share');
  expect(share).toHaveBeenCalledWith({ url: link(), title: 'Mira' });
  expect(await navigator.clipboard.readText()).toBe('as it was');
  expect(screen.queryByText('Share failed')).toBeNull();
});

it('the share dialog shows the QR code drawn by our function, with the specified parameters', async () => {
  const { requests, dialog } = await open();
  const image = await dialog.findByRole('img', { name: `QR code of ${link()}` });
  expect(image).toHaveAttribute('src', `data:image/png;base64,${btoa('\x89PNG')}`);
  const request = requests.find(({ url }) => url.includes('qr-code'));
  expect(Object.fromEntries(new URL(request?.url ?? '').searchParams)).toEqual({
    size: '240x240',
    data: link(),
    format: 'png',
    margin: '20',
    ecc: 'M',
  });
});

it('the share dialog downloads the QR code without fetching it again', async () => {
  const saved = watchDownloads();
  const { user, requests, dialog } = await open();
  await dialog.findByRole('img');
  await user.click(dialog.getByRole('button', { name: 'Download QR code' }));
  expect(await expectToast('QR code downloaded successfully!')).toBeVisible();
  expect([...saved]).toEqual([['undertone-Mira.png', `data:image/png;base64,${btoa('\x89PNG')}`]]);
  expect(requests.filter(({ url }) => url.includes('qr-code'))).toHaveLength(1);
});

it('the share dialog shows a placeholder for the QR code, and an error on download, when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const saved = watchDownloads();
  let answer = serverError;
  const { user, dialog } = await open({ [QR_CODE]: () => answer() });
  expect(await dialog.findByText('The QR code could not be loaded')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Download QR code' }));
  expect(await expectToast('Failed to download QR code')).toBeVisible();
  expect(saved.size).toBe(0);

  answer = picture;
  await user.click(dialog.getByRole('button', { name: 'Download QR code' }));
  expect(await dialog.findByRole('img')).toBeVisible();
  expect(saved.size).toBe(1);
});

it('the share dialog closes by Escape and restores the focus', async () => {
  const { user } = await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Share profile' })).toHaveFocus();
});

/** The user's profile, with or without downloads. */
const downloads = (allowed: boolean): Answers => ({
  'GET /rest/v1/profiles': () =>
    json({
      user_id: 'id-of-mira',
      username: 'Mira',
      created_at: '2026-01-01T00:00:00Z',
      allow_downloads: allowed,
      is_private: false,
    }),
});

it('the share dialog offers the podcast feed where there is one', async () => {
  const { user, dialog } = await open(downloads(true), { ...testSettings, podcastFeeds: true });
  await user.click(await dialog.findByRole('button', { name: 'Podcast feed' }));
  expect(await expectToast('Link copied!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/feeds/Mira.xml`);
});

it('the share dialog offers no podcast feed to somebody who has none', async () => {
  const { dialog } = await open(downloads(false), { ...testSettings, podcastFeeds: true });
  expect(await dialog.findByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Podcast feed' })).toBeNull();
});

it('the share dialog offers no podcast feed where the operator has turned them off', async () => {
  const { dialog } = await open(downloads(true));
  expect(await dialog.findByRole('img')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Podcast feed' })).toBeNull();
});
