import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { json } from '#test/fake-backend.ts';
import { openFeed } from '#test/open-feed.tsx';
import { expectToast } from '#test/expect-toast.ts';
import type { DropRow } from '#features/drops/drop.ts';

const SIGN = 'POST /storage/v1/object/sign/voice-drops';

const authorOf = (allowsDownloads: boolean) => ({
  username: 'noor',
  avatar_url: null,
  allow_downloads: allowsDownloads,
});

const downloadable = { title: 'Während der Nacht', author: authorOf(true) };

/** Opens the feed with one drop, and presses Share. */
async function pressShare(changes: Partial<DropRow>, prepare: () => void = () => {}) {
  const user = userEvent.setup();
  const { answers, card, requests } = await openFeed([dropRow('a', changes)], {
    'GET /functions/v1/qr-code': () =>
      new Response(new Uint8Array([0x89, 0x50]), { headers: { 'content-type': 'image/png' } }),
  });
  prepare();
  await user.click(card.getByRole('button', { name: /^Share / }));
  return { user, answers, requests };
}

const refuseClipboard = () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('', 'NotAllowedError'),
  );
};

function stubShare(share: typeof navigator.share) {
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
}

/** Records the addresses that the page downloads. */
function watchDownloads(): string[] {
  const urls: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    urls.push(this.href);
  });
  return urls;
}

it('copies the address of a drop', async () => {
  const { user } = await pressShare({});
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  expect(screen.queryByRole('menuitem', { name: 'Share via...' })).not.toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Download' })).not.toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Share as video' })).not.toBeInTheDocument();
  expect(await expectToast('Link copied!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/voice-drop/a`);
});

it.each([
  ['private', 'id-of-mira', 'Only you can open this link.'],
  ['followers', 'id-of-mira', 'Only your followers can open this link.'],
  ['followers', 'id-of-noor', 'Only followers of noor can open this link.'],
])('says who can open the link of a drop that is %s, of %s', async (level, author, line) => {
  await pressShare({ privacy_level: level, user_id: author, author: authorOf(false) });
  expect(await screen.findByRole('menu')).toHaveAccessibleDescription(line);
});

it.each([
  ['shows no toast when it is closed', new DOMException('', 'AbortError')],
  ['shows no toast when the drop was shared', undefined],
])('shares by the system’s dialog where there is one, and %s', async (_case, failure) => {
  const share = vi.fn(() => (failure ? Promise.reject(failure) : Promise.resolve()));
  stubShare(share);
  const { user } = await pressShare({});
  await user.click(await screen.findByRole('menuitem', { name: 'Share via...' }));
  expect(share).toHaveBeenCalledExactlyOnceWith({
    url: `${location.origin}/voice-drop/a`,
    title: 'Title a',
  });
  expect(screen.queryByText('Link copied!')).not.toBeInTheDocument();
  expect(screen.queryByText('Share failed')).not.toBeInTheDocument();
});

it('copies the address when the system’s dialog fails', async () => {
  stubShare(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  const { user } = await pressShare({});
  await user.click(await screen.findByRole('menuitem', { name: 'Share via...' }));
  expect(await expectToast('Link copied!')).toBeVisible();
});

it('offers other services and the QR code, and sends no request to a service', async () => {
  const { user, requests } = await pressShare({});
  await user.click(await screen.findByRole('menuitem', { name: 'More ways to share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this voice drop' }));
  const names = dialog.getAllByRole('link').map(({ textContent }) => textContent.trim());
  expect(names).toEqual(['Tweet', 'Facebook', 'WhatsApp', 'Telegram', 'Bluesky', 'Email']);
  const address = `${location.origin}/voice-drop/a`;
  expect(await dialog.findByRole('img', { name: `QR code of ${address}` })).toBeVisible();
  const others = requests.filter(({ url }) => new URL(url).host !== 'undertone.test');
  expect(others.map(({ url }) => url)).toEqual([]);
});

it('opens the person’s own Mastodon server, and refuses what is none', async () => {
  const { user } = await pressShare({});
  await user.click(await screen.findByRole('menuitem', { name: 'More ways to share' }));
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const field = await screen.findByRole('textbox', { name: 'Your Mastodon server' });
  await user.type(field, 'no server{Enter}');
  expect(field).toBeInvalid();
  expect(open).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, 'mastodon.social');
  await user.click(screen.getByRole('button', { name: 'Mastodon' }));
  expect(open).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^https:\/\/mastodon\.social\/share\?text=/),
    '_blank',
    'noopener,noreferrer',
  );
});

it('shows an error when a drop can be neither shared nor copied', async () => {
  stubShare(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  const { user } = await pressShare({}, refuseClipboard);
  await user.click(await screen.findByRole('menuitem', { name: 'Share via...' }));
  expect(await expectToast('Share failed')).toBeVisible();
  expect(await expectToast('Unable to share or copy link. Please try again.')).toBeVisible();
});

it.each([
  ['whose author allows it', 'mp3', downloadable],
  ['whose author allows it', 'wav', downloadable],
  ['of one’s own', 'mp3', { ...downloadable, user_id: 'id-of-mira', author: authorOf(false) }],
])('downloads a drop %s under its title, as %s', async (_whose, extension, columns) => {
  const row = { ...columns, audio_path: `id-of-noor/a.${extension}` };
  const downloads = watchDownloads();
  const { user } = await pressShare(row);
  await user.click(await screen.findByRole('menuitem', { name: 'Download' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  const { pathname, searchParams } = new URL(downloads[0] ?? '');
  expect(pathname).toBe(`/storage/v1/object/sign/voice-drops/id-of-noor/a.${extension}`);
  expect(Object.fromEntries(searchParams)).toEqual({
    token: 't',
    download: `Während der Nacht.${extension}`,
  });
});

it.each([
  ['fails', () => json({ message: 'down' }, 500)],
  [
    'has no such audio any more',
    () => json([{ error: 'Object not found', path: 'id-of-noor/a.wav', signedURL: null }]),
  ],
])('shows an error when the server %s, and downloads nothing', async (_case, answer) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const downloads = watchDownloads();
  const { user, answers } = await pressShare(downloadable);
  answers[SIGN] = answer;
  await user.click(await screen.findByRole('menuitem', { name: 'Download' }));
  expect(await expectToast('Download failed')).toBeVisible();
  expect(await expectToast('Unable to download this voice drop. Please try again.')).toBeVisible();
  expect(downloads).toEqual([]);
});

it('shows an error when the address cannot be copied', async () => {
  const { user } = await pressShare(downloadable, refuseClipboard);
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  expect(await expectToast('Failed to copy link')).toBeVisible();
});
