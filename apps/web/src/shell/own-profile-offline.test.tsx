import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { sessionKeys } from '#features/session/queries.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { settingsRow } from '#test/settings-row.ts';

it('a page opened offline shows the own name and picture, as this device has stored them', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  rememberSession('mira');
  const path = 'avatars/id-of-mira_1.webp';
  const avatar_url = `http://undertone.test/storage/v1/object/public/voice-drops/${path}`;
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/profiles': () => json(settingsRow({ username: 'Mira B', avatar_url })),
    [`GET /storage/v1/object/sign/voice-drops/${path}`]: () =>
      new Response('picture', { headers: { 'content-type': 'image/webp' } }),
  });
  await openApp('/settings');
  const key = accountKey('profile', 'id-of-mira');
  await waitFor(() => expect(localStorage.getItem(key)).toContain('data:image/webp'));

  cleanup();
  fakeBackend({});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { queryClient } = await openApp('/settings');
  const account = await screen.findByRole('button', { name: 'Your account' });
  await waitFor(() =>
    expect(account.querySelector('img')).toHaveAttribute('src', expect.stringMatching(/^data:/)),
  );
  // From which the drops that wait take their author.
  expect(queryClient.getQueryData(sessionKeys.profile('id-of-mira'))).toMatchObject({
    username: 'Mira B',
  });
});
