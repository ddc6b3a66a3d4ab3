import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { hasVeilSeed, veilSeed } from '#features/clips/mask/stored-veil-seeds.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { forgetLeftVoices } from './forget-left-voices.ts';

const voiceMessage = {
  id: 'm1',
  conversation_id: 'c1',
  position: 1 as number | null,
  place: 1,
  content: null,
  duration: 3,
  waveform: [50],
  filter_used: 'veil',
  sent_at: '2026-11-20T14:30:00+00:00',
  deleted_at: null,
};

const conversation = {
  conversation_id: 'c1',
  place: 1,
  is_accepted: true,
  is_archived: false,
  is_muted: false,
  read_position: 1,
  unread_count: 0,
  sent_count: 1,
  other_read_position: null,
  latest_at: voiceMessage.sent_at,
  person: { user_id: 'id-of-noor', username: 'Noor', avatar_url: null } as object | null,
  state: 'open',
  conversation: { is_anonymous: true },
};

/** What the recipient reads of the same conversation. */
const request = { place: 2, is_accepted: false, sent_count: 0, person: null, state: 'request' };

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
  return () => vi.restoreAllMocks();
});

/** Opens the conversation. */
async function open(changes: Partial<typeof conversation> = {}, message = voiceMessage) {
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/conversation_participants': () =>
      json([{ ...conversation, ...changes, latest: message }]),
    'GET /rest/v1/messages': () => json([message]),
    'POST /rest/v1/rpc/end_conversation': () => new Response(null, { status: 204 }),
    'POST /rest/v1/rpc/delete_conversation': () => new Response(null, { status: 204 }),
    'POST /rest/v1/reports': () => new Response(null, { status: 201 }),
  });
  await openPage('/messages/c1');
  const bodyOf = async (path: string) => requests.find(({ url }) => url.endsWith(path))?.json();
  return { bodyOf };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name }));

it('the sender reads when a message arrives, and that another waits for an answer', async () => {
  await open({ state: 'waiting' }, { ...voiceMessage, position: null });
  const arrival = new Date('2026-11-20T14:35:00Z').toLocaleTimeString([], {
    hour: 'numeric',
    minute: '2-digit',
  });
  expect(await screen.findByText(`Sent, arrives at ${arrival}`)).toBeVisible();
  expect(screen.getByText(/^You are anonymous here. You can send another/)).toBeVisible();
});

it('another device says that it draws a new voice', async () => {
  const words = /This device draws a new voice/;
  await open();
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(/Veil speaks in your place/)).toBeVisible();
});

it('the voice of a conversation is deleted from the device with the conversation', async () => {
  veilSeed('id-of-mira', 'c1');
  await open();
  expect(await screen.findByText(/Veil speaks in your place/)).toBeVisible();
  expect(screen.queryByText(/This device draws a new voice/)).toBeNull();
  await press('More');
  expect(await screen.findByRole('menuitem', { name: 'Report user' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Block User' })).toBeNull();
  await choose('Delete conversation');
  await press('Delete');
  await waitFor(() => expect(hasVeilSeed('id-of-mira', 'c1')).toBe(false));
});

it('voices of conversations that were deleted or ended on another device are deleted from this one', async () => {
  const row = (
    conversation_id: string,
    state: string,
    sent_count: number,
    latest: string | null,
  ) => ({
    conversation_id,
    state,
    sent_count,
    latest_message_id: latest,
  });
  const rows = [
    row('kept', 'open', 1, 'm1'),
    row('unsent', 'open', 0, null),
    row('deleted', 'open', 1, null),
    row('ended', 'ended', 1, 'm2'),
  ];
  const stored = [...rows.map((each) => each.conversation_id), 'unknown'];
  for (const id of stored) veilSeed('id-of-mira', id);
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/conversation_participants': () => json(rows),
  });
  await forgetLeftVoices(createTestApp().client, 'id-of-mira');
  expect(stored.filter((id) => hasVeilSeed('id-of-mira', id))).toEqual(['kept', 'unsent']);
});

it('the recipient reports the message of a request, and ends the conversation', async () => {
  const { bodyOf } = await open(request);
  expect(await screen.findByText('Sender unknown')).toBeVisible();
  await press('Report');
  await userEvent.click(await screen.findByLabelText('Harassment or hate speech'));
  await press('Submit report');
  await waitFor(async () =>
    expect(await bodyOf('/reports')).toMatchObject({ reported_message_id: 'm1' }),
  );
  await press('End conversation');
  const question = within(await screen.findByRole('alertdialog', { name: 'End conversation?' }));
  await userEvent.click(question.getByRole('button', { name: 'End conversation' }));
  await expectToast('Conversation ended');
  expect(await bodyOf('/rpc/end_conversation')).toEqual({ conversation: 'c1' });
});
