import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AVATAR_MAX_BYTES } from '@undertone/domain/avatar';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { createTestApp } from '#test/test-app.ts';
import { dropFromRow } from '#features/drops/drop.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { sessionKeys } from '#features/session/queries.ts';
import { createSessionStore } from '#features/session/session-store.ts';
import { SessionProvider } from '#features/session/session-provider.tsx';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakePicture } from '#test/fake-picture.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { rememberSession } from '#test/session.ts';
import { Toaster } from '#ui/toaster.tsx';
import EditProfileDialog from './edit-profile-dialog.tsx';

const PROFILES = '/rest/v1/profiles';
const OBJECTS = '/storage/v1/object/voice-drops';
const AVAILABLE = 'POST /rest/v1/rpc/check_username_available';

beforeEach(() => {
  vi.setSystemTime(Date.now());
  rememberSession('mira');
  vi.spyOn(console, 'error').mockReturnValue();
  fakePicture({ width: 800, height: 800 });
});

function Opened() {
  const [open, setOpen] = useState(true);
  return <EditProfileDialog open={open} onOpenChange={setOpen} />;
}

async function open(more: Parameters<typeof fakeBackend>[0] = {}) {
  const answers: Parameters<typeof fakeBackend>[0] = {
    ...memberBackend,
    [AVAILABLE]: () => json(true),
    [`PATCH ${PROFILES}`]: async (request) => json(await request.json()),
    [`POST ${OBJECTS}/avatars/id-of-mira-${Date.now()}.webp`]: () => json({ Id: 'id', Key: 'key' }),
    ...more,
  };
  const { requests } = fakeBackend(answers);
  const app = createTestApp();
  const { queryClient } = app;
  render(
    <AppProvider app={app}>
      <SessionProvider store={createSessionStore(app.client)}>
        <Opened />
        <Toaster />
      </SessionProvider>
    </AppProvider>,
  );
  await screen.findByLabelText('Username');
  const writes = () => requests.filter(({ method }) => method === 'PATCH');
  return { answers, queryClient, requests, writes };
}

const username = () => screen.getByLabelText('Username');
const bio = () => screen.getByLabelText('Bio');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
const pick = (file: File) =>
  userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Picture'), file);
const rename = async (name: string) => {
  await userEvent.clear(username());
  if (name !== '') await userEvent.type(username(), name);
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

it('a user saves username and bio, and every card and the header show them', async () => {
  const { queryClient, writes } = await open();
  const store = dropStore(queryClient);
  const rows = [dropRow('mine', { user_id: 'id-of-mira' }), dropRow('other')];
  for (const { id } of rows) queryClient.setQueryData(dropKeys.detail(id), id);
  store.receive(rows.map(dropFromRow), performance.now());
  await rename('mirabel');
  await userEvent.type(bio(), 'Up late');
  expect(screen.getByText('7/160 characters')).toBeVisible();
  await save();
  expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument();
  await gone();
  expect(await writes()[0]?.json()).toEqual({
    username: 'mirabel',
    bio: 'Up late',
    avatar_url: null,
    updated_at: expect.any(String),
  });
  expect(new URL(writes()[0]?.url ?? '').searchParams.get('user_id')).toBe('eq.id-of-mira');
  expect(queryClient.getQueryData(sessionKeys.profile('id-of-mira'))).toMatchObject({
    username: 'mirabel',
  });
  expect(store.get('mine')?.author.username).toBe('mirabel');
  expect(store.get('other')?.author.username).toBe('noor');
});

it('a user who changes the username lets old links lead to it, which is off at first', async () => {
  const { writes } = await open();
  const switches = () => screen.queryByRole('switch', { name: /old links/ });
  await rename('MIRA');
  expect(switches()).toBeNull();
  await rename('mirabel');
  expect(switches()).not.toBeChecked();
  await userEvent.click(switches()!);
  // Back to the saved name, with which the wish ends.
  await rename('mira');
  await rename('mirabel');
  expect(switches()).not.toBeChecked();
  await userEvent.tab();
  expect(switches()).toHaveFocus();
  await userEvent.keyboard(' ');
  await save();
  await gone();
  expect(writes()).toHaveLength(1);
  expect(await writes()[0]?.json()).toMatchObject({ username: 'mirabel', leads_old_links: true });
});

it('the dialog does not check an unchanged username', async () => {
  const { requests } = await open();
  await userEvent.type(bio(), 'Up late');
  await save();
  await gone();
  expect(requests.some(({ url }) => url.includes('check_username_available'))).toBe(false);
});

it('the dialog refuses an empty username and one of more than 30 characters', async () => {
  const { requests, writes } = await open();
  await rename('');
  await save();
  expect(await screen.findByText('Username is required')).toBeInTheDocument();
  expect(username()).toHaveFocus();
  await userEvent.type(username(), 'a'.repeat(31));
  expect(username()).toHaveValue('a'.repeat(30));
  expect(writes()).toEqual([]);
  expect(requests.some(({ url }) => url.includes('username_to_check=&'))).toBe(false);
});

it.each([
  ['the check says so', { [AVAILABLE]: () => json(false) }],
  [
    'the database says so',
    { [`PATCH ${PROFILES}`]: () => json({ code: '23505', message: 'no' }, 409) },
  ],
])(
  'the dialog says that a username is taken when %s, and keeps the input',
  async (_who, answers) => {
    await open(answers);
    await rename('noor');
    await userEvent.type(bio(), 'Up late');
    await save();
    expect((await screen.findAllByText('Username is already taken')).length).toBeGreaterThan(0);
    expect(username()).toHaveValue('noor');
    expect(username()).toBeInvalid();
    expect(bio()).toHaveValue('Up late');
  },
);

it('the dialog shows an error and keeps the input when the server fails', async () => {
  const { answers } = await open({ [`PATCH ${PROFILES}`]: serverError });
  await userEvent.type(bio(), 'Up late');
  await save();
  expect(await screen.findByText('Failed to update profile')).toBeInTheDocument();
  // At the button until the next try.
  expect(screen.getByText(/^Nothing is saved yet/)).toBeInTheDocument();
  expect(bio()).toHaveValue('Up late');
  answers[`PATCH ${PROFILES}`] = async (request) => json(await request.json());
  await save();
  await gone();
});

it('a user uploads a picture under a new path and saves it with the profile', async () => {
  const { writes } = await open();
  await pick(new File(['data'], 'me.png', { type: 'image/png' }));
  expect(await screen.findByText('Avatar uploaded successfully')).toBeInTheDocument();
  await save();
  await gone();
  expect(await writes()[0]?.json()).toMatchObject({
    avatar_url: expect.stringContaining(`/avatars/id-of-mira-${Date.now()}.webp`),
  });
});

it('the dialog refuses a picture that is not an image or is too large', async () => {
  await open();
  await pick(new File(['data'], 'me.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('Please select an image file')).toBeInTheDocument();
  const large = new File(['data'], 'me.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: AVATAR_MAX_BYTES + 1 });
  await pick(large);
  expect(await screen.findByText('File too large')).toBeInTheDocument();
});

it('the dialog shows an error for a picture that is not uploaded when the server fails', async () => {
  await open({ [`POST ${OBJECTS}/avatars/id-of-mira-${Date.now()}.webp`]: serverError });
  await userEvent.type(bio(), 'Up late');
  await pick(new File(['data'], 'me.png', { type: 'image/png' }));
  expect(await screen.findByText('Failed to upload avatar')).toBeInTheDocument();
  expect(bio()).toHaveValue('Up late');
});
