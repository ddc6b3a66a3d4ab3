import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AVATAR_MAX_BYTES } from '@undertone/domain/avatar';
import { beforeEach, expect, it, vi } from 'vitest';
import { type fakeBackend, json } from '#test/fake-backend.ts';
import { fakePicture } from '#test/fake-picture.ts';
import { openSettings } from '#test/open-settings.ts';
import { rememberSession } from '#test/session.ts';

const PROFILES = '/rest/v1/profiles';
const OBJECTS = '/storage/v1/object/voice-drops';
/** The paths of the picture uploaded in the test and of the saved one. */
const path = () => `avatars/id-of-mira_${Date.now()}.webp`;
const OLD = 'avatars/id-of-mira_1.webp';

const photo = (type = 'image/jpeg', size = 4) => {
  const file = new File(['data'], 'me', { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

beforeEach(() => {
  vi.setSystemTime(Date.now());
  rememberSession('mira');
  vi.spyOn(console, 'error').mockReturnValue();
  fakePicture({ width: 800, height: 800 });
});

async function open(more: Parameters<typeof fakeBackend>[0] = {}) {
  const answers = {
    [`POST ${OBJECTS}/${path()}`]: () => json({ Id: 'id', Key: 'key' }),
    [`DELETE ${OBJECTS}`]: () => json([]),
    ...more,
  };
  const page = await openSettings(answers, { avatar_url: `${OBJECTS}/${OLD}` });
  await screen.findByRole('heading', { name: 'Profile Settings' });
  const removed = async (): Promise<unknown[]> =>
    Promise.all(page.sent('DELETE', OBJECTS).map((request) => request.clone().json()));
  return { ...page, calls: page.sent, removed };
}

const button = () => screen.getByRole('button', { name: 'Upload a picture' });
const pick = (file: File) =>
  userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Picture'), file);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

it('refuses a file that is not an image, or an image that can contain scripts', async () => {
  const { calls } = await open();
  await pick(photo('image/svg+xml'));
  expect(await screen.findByText('Invalid file type')).toBeVisible();
  expect(button()).toHaveAccessibleDescription('Please select an image file');
  expect(calls('POST', OBJECTS)).toEqual([]);
});

it('refuses a file of more than 5 MB', async () => {
  const { calls } = await open();
  await pick(photo('image/png', AVATAR_MAX_BYTES + 1));
  expect(await screen.findByText('File too large')).toBeVisible();
  expect(button()).toHaveAccessibleDescription('Please select an image smaller than 5MB');
  expect(calls('POST', OBJECTS)).toEqual([]);
});

it('uploads a picture that is shown only on this page until it is saved', async () => {
  const append = vi.spyOn(FormData.prototype, 'append');
  const { calls, removed } = await open();
  await pick(photo());
  expect(await screen.findByText('Avatar uploaded')).toBeVisible();
  expect(screen.getByText('Your profile picture has been updated')).toBeVisible();
  const [upload] = calls('POST', `${OBJECTS}/`);
  expect(upload?.headers.get('x-upsert')).toBe('true');
  expect(append).toHaveBeenCalledWith('cacheControl', '3600');
  expect(calls('POST', PROFILES)).toEqual([]);
  expect(screen.getByText('Unsaved changes')).toBeInTheDocument();

  await save();
  await screen.findByText('Settings saved');
  expect(await calls('POST', PROFILES)[0]?.json()).toMatchObject({
    avatar_url: expect.stringContaining(path()),
  });
  await waitFor(async () => expect(await removed()).toEqual([{ prefixes: [OLD] }]));
});

it('shows an error and keeps the saved picture when the upload fails', async () => {
  await open({ [`POST ${OBJECTS}/${path()}`]: () => json({}, 500) });
  await pick(photo());
  expect(await screen.findByText('Upload failed')).toBeVisible();
  expect(button()).toHaveAccessibleDescription('Failed to upload your profile picture');
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
  expect(button()).toBeEnabled();
});

it('shows an error when the browser cannot decode the picture', async () => {
  fakePicture(undefined);
  await open();
  await pick(photo());
  expect(await screen.findByText('Upload failed')).toBeVisible();
});

it('removes an uploaded picture when the user discards it', async () => {
  const { removed } = await open();
  await pick(photo());
  await screen.findByText('Avatar uploaded');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await removed()).toEqual([{ prefixes: [path()] }]));
});

it('removes an uploaded picture that is replaced before it is saved', async () => {
  const first = path();
  const { removed } = await open({
    [`POST ${OBJECTS}/avatars/id-of-mira_${Date.now() + 1}.webp`]: () =>
      json({ Id: 'id', Key: 'key' }),
  });
  await pick(photo());
  await screen.findByText('Avatar uploaded');
  vi.setSystemTime(Date.now() + 1);
  await pick(photo());
  await waitFor(async () => expect(await removed()).toEqual([{ prefixes: [first] }]));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await removed()).toHaveLength(2));
});

it('removes an uploaded picture when the user leaves without saving', async () => {
  const { removed, router } = await open();
  await pick(photo());
  await screen.findByText('Avatar uploaded');
  void router.navigate({ to: '/trending' });
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
  await waitFor(async () => expect(await removed()).toEqual([{ prefixes: [path()] }]));
});

it('keeps an uploaded picture when saving failed, because the server may have saved it', async () => {
  const { removed } = await open({
    [`POST ${PROFILES}`]: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  await pick(photo());
  await screen.findByText('Avatar uploaded');
  await save();
  await screen.findByText('Error saving settings');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument());
  expect(await removed()).toEqual([]);
});

it('disables the upload button while a picture uploads', async () => {
  const answer = Promise.withResolvers<Response>();
  const { removed } = await open({ [`POST ${OBJECTS}/${path()}`]: () => answer.promise });
  await pick(photo());
  expect(await screen.findByRole('button', { name: 'Uploading picture...' })).toBeDisabled();
  answer.resolve(json({ Id: 'id', Key: 'key' }));
  await waitFor(() => expect(button()).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await removed()).toHaveLength(1));
});
