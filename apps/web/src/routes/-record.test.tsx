import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { prepareRecorder, userId } from '#features/recorder/fixtures/show-recorder.tsx';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';

beforeEach(prepareRecorder);

it('the recorder’s page asks what is on the person’s mind', async () => {
  fakeBackend(memberBackend);
  await openPage('/record');
  expect(
    await screen.findByRole('heading', { level: 1, name: "What's on your mind today?" }),
  ).toBeVisible();
  expect(screen.getByText('Share your thoughts anonymously with voice filters')).toBeVisible();
  expect(await screen.findByText('Tap the orange button to start recording')).toBeVisible();
});

it('shows the question with which it was opened, and none for an address that names no question', async () => {
  fakeBackend(memberBackend);
  await openPage('/record?prompt=2');
  expect(await screen.findByText('Tap the orange button to start recording')).toBeVisible();
  expect(screen.getByText('Who would you call if you still had the number?')).toBeVisible();
  cleanup();
  await openPage('/record?prompt=99');
  expect(await screen.findByText('Tap the orange button to start recording')).toBeVisible();
  expect(screen.queryByText(/\?$/, { selector: 'p' })).not.toBeInTheDocument();
});

it('asks a user without a username for one before they can record a drop', async () => {
  // The recorder may show before the profile has been read, which says that the name is missing.
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/profiles': () => json({ user_id: userId, username: null }),
    'POST /rest/v1/rpc/check_username_available': () => json(true),
    'PATCH /rest/v1/profiles': () => json({ code: '23505', message: 'taken' }, 409),
  });
  await openPage('/record');
  await userEvent.type(await screen.findByLabelText('Username'), 'ada');
  expect(screen.queryByRole('button', { name: 'Start recording' })).not.toBeInTheDocument();
  await screen.findByText('Username is available!');
  await userEvent.click(screen.getByRole('button', { name: 'Take this name' }));
  expect(await screen.findByText('Username not available')).toBeInTheDocument();
  expect(screen.getByLabelText('Username')).toHaveFocus();
});
