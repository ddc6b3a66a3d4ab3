import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { createTestApp } from '#test/test-app.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession } from '#test/session.ts';
import { Toaster } from '#ui/toaster.tsx';
import { BlockedUsers } from './blocked-users.tsx';

const GET = 'GET /rest/v1/blocks';
const DELETE = 'DELETE /rest/v1/blocks';

const noor = { blocked_id: 'id-of-noor', person: { username: 'noor', avatar_url: null } };
const withoutUsername = { blocked_id: 'id-of-ben', person: { username: null, avatar_url: null } };

beforeEach(() => {
  rememberSession('mira');
  vi.spyOn(console, 'error').mockReturnValue();
});

async function open(answers: Parameters<typeof fakeBackend>[0]) {
  fakeBackend(answers);
  const app = createTestApp();
  const { queryClient } = app;
  render(
    <AppProvider app={app}>
      <BlockedUsers userId="id-of-mira" />
      <Toaster />
    </AppProvider>,
  );
  await screen.findByLabelText('Announcements');
  await userEvent.click(screen.getByRole('button', { name: 'View blocked users' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Blocked Users' }));
  return { answers, dialog, queryClient };
}

it('shows three skeletons while the list loads', async () => {
  const { dialog } = await open({ [GET]: () => Promise.withResolvers<Response>().promise });
  const waiting = dialog.getByText('Loading blocked users...').parentElement;
  expect(waiting?.querySelectorAll(':scope > span:not(.sr-only)')).toHaveLength(3);
});

it('shows an empty list', async () => {
  const { dialog } = await open({ [GET]: () => json([]) });
  expect(await dialog.findByText('No blocked users')).toBeVisible();
});

it('shows that the list could not be loaded, and retries on request', async () => {
  const { answers, dialog } = await open({
    [GET]: () => json({ code: '42501', message: 'no' }, 403),
  });
  expect(await dialog.findByText('Failed to load blocked users. Please try again.')).toBeVisible();
  answers[GET] = () => json([noor]);
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
  expect(await dialog.findByText('noor', { selector: 'p' })).toBeVisible();
});

it('lists blocked users by name, or as Anonymous, and marks each as blocked', async () => {
  const { dialog } = await open({ [GET]: () => json([noor, withoutUsername]) });
  const rows = within(await dialog.findByRole('list')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'noorBlockedUnblock noor',
    'USAnonymousBlockedUnblock Anonymous',
  ]);
});

it('unblocks a user, shows the progress, and invalidates the drops', async () => {
  const answer = Promise.withResolvers<Response>();
  const { answers, dialog, queryClient } = await open({
    [GET]: () => json([noor, withoutUsername]),
    [DELETE]: () => answer.promise,
  });
  queryClient.setQueryData(dropKeys.recent(), { pages: [], pageParams: [] });
  await userEvent.click(await dialog.findByRole('button', { name: 'Unblock noor' }));
  expect(await dialog.findByRole('button', { name: 'Unblocking... noor' })).toBeDisabled();
  answers[GET] = () => json([withoutUsername]);
  answer.resolve(new Response(null, { status: 204 }));
  expect(await screen.findByText('User unblocked successfully')).toBeInTheDocument();
  expect(dialog.queryByText('noor')).not.toBeInTheDocument();
  expect(dialog.getByText('Anonymous', { selector: 'p' })).toBeVisible();
  expect(queryClient.getQueryData(dropKeys.recent())).toBeUndefined();
  // The focus stays in the dialog although the pressed button was removed.
  await waitFor(() =>
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true),
  );
});

it('shows an error and keeps the user blocked when the server fails', async () => {
  const { dialog } = await open({ [GET]: () => json([noor]), [DELETE]: () => json({}, 500) });
  await userEvent.click(await dialog.findByRole('button', { name: 'Unblock noor' }));
  expect(await screen.findByText('Failed to unblock user. Please try again.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Unblock noor' })).toBeEnabled();
});
