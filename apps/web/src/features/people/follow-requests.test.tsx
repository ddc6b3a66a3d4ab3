import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { expectToast } from '#test/expect-toast.ts';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
});

/** Opens the notifications of a person with two requests to follow. */
async function open(answers: Parameters<typeof fakeBackend>[0] = {}) {
  let names = ['noor', 'okra'];
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/notifications': () => json([]),
    'HEAD /rest/v1/follow_requests': () => counted(names.length),
    'GET /rest/v1/follow_requests': () =>
      json(
        names.map((username) => ({
          id: `request-${username}`,
          created_at: '2026-01-01T00:00:00+00:00',
          requester: { user_id: `id-of-${username}`, username, avatar_url: null },
        })),
      ),
    'POST /rest/v1/rpc/approve_follow_request': () => {
      names = ['okra'];
      return json(true);
    },
    'POST /rest/v1/follow_declines': () => {
      names = ['noor'];
      return new Response(null, { status: 201 });
    },
    'DELETE /rest/v1/follow_declines': () => {
      names = ['noor', 'okra'];
      return new Response(null, { status: 204 });
    },
    ...answers,
  });
  await openPage('/notifications');
  const notice = within(await screen.findByRole('region', { name: 'Follow requests' }));
  return { requests, notice };
}

const review = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Review requests' }));
  return within(await screen.findByRole('dialog', { name: 'Follow requests' }));
};

it('a request is approved, and the number above the notifications falls', async () => {
  const { requests, notice } = await open();
  expect(notice.getByText('2 people ask to follow you.')).toBeVisible();
  const list = await review();
  await userEvent.click(await list.findByRole('button', { name: 'Approve noor' }));
  await expectToast('Request approved');
  expect(list.queryByRole('link', { name: 'noor' })).toBeNull();
  await waitFor(() => expect(notice.getByText('1 person asks to follow you.')).toBeInTheDocument());
  const call = requests.find(({ url }) => url.endsWith('approve_follow_request'));
  expect(await call?.json()).toEqual({ requester: 'id-of-noor' });
});

it('a decline can be undone', async () => {
  const { requests } = await open();
  const list = await review();
  await userEvent.click(await list.findByRole('button', { name: 'Decline okra' }));
  await expectToast('Request declined');
  expect(list.queryByRole('link', { name: 'okra' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await list.findByRole('link', { name: 'okra' })).toBeInTheDocument();
  const methods = requests
    .filter(({ url }) => url.includes('follow_declines'))
    .map(({ method }) => method);
  expect(methods).toEqual(['POST', 'DELETE']);
});

it('a request that was withdrawn meanwhile is gone, with a message', async () => {
  await open({ 'POST /rest/v1/rpc/approve_follow_request': () => json(false) });
  const list = await review();
  await userEvent.click(await list.findByRole('button', { name: 'Approve noor' }));
  await expectToast('This request was withdrawn');
  expect(list.queryByRole('link', { name: 'noor' })).toBeNull();
});

it('a request stays when the answer could not be saved', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await open({ 'POST /rest/v1/follow_declines': serverError });
  const list = await review();
  await userEvent.click(await list.findByRole('button', { name: 'Decline okra' }));
  await expectToast('Failed to decline');
  expect(list.getByRole('link', { name: 'okra' })).toBeInTheDocument();
});
