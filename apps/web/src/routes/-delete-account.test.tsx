import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { EMPTY_DROP_DRAFT } from '#features/recorder/drop-draft.ts';
import { createTake, listTakes, type Take } from '#features/clips/take/take-store.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession, sessionOf } from '#test/session.ts';

const takeOf = (userId: string): Take => ({
  id: `take of ${userId}`,
  userId,
  mimeType: 'audio/webm',
  startedAt: 1,
  draft: EMPTY_DROP_DRAFT,
  upload: null,
});

it('an account that is deleted leaves no recording on the device, and others’ stay', async () => {
  rememberSession('mira');
  const { user } = sessionOf('mira');
  await createTake(takeOf(user.id));
  await createTake(takeOf('id-of-noor'));
  fakeBackend({
    ...memberBackend,
    'GET /auth/v1/user': () => json({ ...user, identities: [{ provider: 'email' }] }),
    'POST /rest/v1/rpc/list_sessions': () => json([]),
    'POST /functions/v1/delete-account': () => json({ success: true }),
  });
  await openPage('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  await userEvent.type(await screen.findByLabelText('Type Mira to confirm'), 'mira{Enter}');
  expect(await screen.findByText('Your account is deleted')).toBeInTheDocument();
  await waitFor(async () => expect(await listTakes(user.id)).toEqual([]));
  expect(await listTakes('id-of-noor')).toHaveLength(1);
});
