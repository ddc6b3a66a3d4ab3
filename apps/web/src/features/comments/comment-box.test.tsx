import 'fake-indexeddb/auto';
import {
  act,
  cleanup,
  createEvent,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { COMMENT_MAX_LENGTH } from '@undertone/domain/limits';
import { beforeEach, expect, it, vi } from 'vitest';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { serverError } from '#test/network-failures.ts';
import { showComments } from '#test/show-comments.tsx';

const COMMENTS = 'GET /rest/v1/voice_drop_comments';
const ADD = 'POST /rest/v1/voice_drop_comments';

const thread = threadRow(commentRow('one', 'ben'), {
  replies: [commentRow('reply', 'okra', { parent_comment_id: 'one' })],
});

/** The row that the database creates from a request's body. */
const added = async (request: Request) => {
  const { content, parent_comment_id }: { content: string; parent_comment_id: string | null } =
    await request.json();
  // The database assigns a reply to a reply to the thread's first comment.
  const parent = parent_comment_id === null ? null : 'one';
  return json(
    commentRow(`id of ${content}`, 'mira', {
      content,
      parent_comment_id: parent,
      mentions: { okra: 'okra' },
      created_at: '2026-01-05T00:00:00+00:00',
    }),
    201,
  );
};

const answers = { [COMMENTS]: () => json([thread]), [ADD]: added };

const sentBodies = (requests: Request[]) =>
  Promise.all(requests.filter(({ method }) => method === 'POST').map((request) => request.json()));

beforeEach(() => {
  fakeIntersection();
});

async function open(...of: Parameters<typeof showComments>) {
  const dialog = await showComments(...of);
  await dialog.findByText('Words one');
  return { dialog, composer: dialog.getByRole('textbox', { name: 'Add a comment' }) };
}

/** Simulates a reload: only what the browser stores is left. */
async function openAnew(...of: Parameters<typeof showComments>) {
  cleanup();
  const dialog = await showComments(...of);
  return dialog.findByRole('textbox', { name: 'Add a comment' });
}

it('Enter sends a trimmed comment, which is shown and counted at once', async () => {
  const answer = Promise.withResolvers<void>();
  const { requests } = fakeBackend({
    ...answers,
    [ADD]: async (request) => {
      await answer.promise;
      return added(request);
    },
  });
  const { dialog, composer } = await open('mira', 'drop-1');
  await userEvent.type(composer, '  So true {Enter}');
  expect(composer).toHaveValue('');
  expect(dialog.getByText('So true').closest('li')).toHaveAttribute('aria-busy', 'true');
  expect(dialog.getByText('Sending...')).toBeVisible();
  expect(screen.getByText('Comments: 3')).toBeInTheDocument();

  await act(async () => answer.resolve());
  expect(await screen.findByText('Comment added successfully')).toBeInTheDocument();
  await waitFor(() => expect(dialog.queryByText('Sending...')).not.toBeInTheDocument());
  expect(dialog.getAllByText('So true')).toHaveLength(1);
  expect(dialog.getByRole('button', { name: 'Reply to mira' })).toBeVisible();
  expect(await sentBodies(requests)).toEqual([
    {
      voice_drop_id: 'drop-1',
      user_id: 'id-of-mira',
      content: 'So true',
      parent_comment_id: null,
    },
  ]);
});

it('Shift+Enter inserts a line break and sends nothing', async () => {
  const { requests } = fakeBackend(answers);
  const { composer } = await open('mira');
  await userEvent.type(composer, 'One{Shift>}{Enter}{/Shift}two');
  expect(composer).toHaveValue('One\ntwo');
  expect(await sentBodies(requests)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await waitFor(async () => expect(await sentBodies(requests)).toHaveLength(1));
});

it('Enter that ends a composition, as in Japanese, sends nothing', async () => {
  const { requests } = fakeBackend(answers);
  const { composer } = await open('mira');
  await userEvent.type(composer, 'にほん');
  fireEvent.keyDown(composer, { key: 'Enter', isComposing: true });
  // Safari signals a composition only by the key code 229.
  fireEvent(composer, createEvent.keyDown(composer, { key: 'Enter', keyCode: 229 }));
  expect(composer).toHaveValue('にほん');
  expect(await sentBodies(requests)).toEqual([]);
});

it('the Send button sends, and the focus moves to the text box', async () => {
  const { requests } = fakeBackend(answers);
  const { composer } = await open('mira');
  await userEvent.type(composer, 'Second');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(composer).toHaveFocus();
  await waitFor(async () =>
    expect(await sentBodies(requests)).toEqual([expect.objectContaining({ content: 'Second' })]),
  );
});

it('a text of white space is not sent', async () => {
  const { requests } = fakeBackend(answers);
  const { dialog, composer } = await open('mira');
  await userEvent.type(composer, '   {Enter}');
  expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(await sentBodies(requests)).toEqual([]);
});

it('shows a counter near the length limit, and keeps a text that is too long', async () => {
  const { requests } = fakeBackend(answers);
  const { dialog, composer } = await open('mira');
  fireEvent.change(composer, { target: { value: 'a'.repeat(COMMENT_MAX_LENGTH - 1) } });
  expect(dialog.getByText('499/500')).toBeVisible();
  fireEvent.change(composer, { target: { value: 'a'.repeat(COMMENT_MAX_LENGTH + 1) } });
  expect(dialog.getByText('501/500')).toBeVisible();
  expect(composer).toBeInvalid();
  fireEvent.keyDown(composer, { key: 'Enter' });
  expect(composer).toHaveAccessibleDescription(/^Comments may have at most 500 characters/);
  expect(composer).toHaveValue('a'.repeat(COMMENT_MAX_LENGTH + 1));
  expect(await sentBodies(requests)).toEqual([]);
});

it('puts the text back into the box, before any text typed meanwhile, when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const answer = Promise.withResolvers<Response>();
  fakeBackend({ ...answers, [ADD]: () => answer.promise });
  const { dialog, composer } = await open('mira');
  await userEvent.type(composer, 'So true{Enter}');
  expect(await screen.findByText('Comments: 3')).toBeInTheDocument();
  await userEvent.type(composer, 'And');
  await act(async () => answer.resolve(serverError()));
  expect(await screen.findByText('Failed to add comment')).toBeInTheDocument();
  expect(composer).toHaveValue('So true\nAnd');
  expect(dialog.queryByText('Sending...')).not.toBeInTheDocument();
  expect(screen.getByText('Comments: 2')).toBeInTheDocument();
});

it('a comment that fails after the dialog was closed is reported, and its text kept', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const answer = Promise.withResolvers<Response>();
  fakeBackend({ ...answers, [ADD]: () => answer.promise });
  const { dialog, composer } = await open('mira');
  await userEvent.type(composer, 'So true{Enter}');
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await act(async () => answer.resolve(serverError()));
  expect(await screen.findByText('Failed to add comment')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Open'));
  expect(await screen.findByRole('textbox', { name: 'Add a comment' })).toHaveValue('So true');
});

const tooFast = 'You are commenting very fast. Please wait a minute.';
it.each([
  ['PGRST301', 'Session not found', 401, 'Authentication required', 'Please log in to comment'],
  ['PT429', tooFast, 429, 'Failed to add comment', tooFast],
])(
  'a comment refused with %s keeps its text, and the reason until it is changed',
  async (...row) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const [code, message, status, title, reason] = row;
    fakeBackend({ ...answers, [ADD]: () => json({ code, message }, status) });
    const { composer } = await open('mira');
    await userEvent.type(composer, 'So true{Enter}');
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(composer).toHaveAccessibleDescription(new RegExp(reason));
    expect(composer).toHaveValue('So true');
    await userEvent.type(composer, '!');
    expect(composer).not.toHaveAccessibleDescription(new RegExp(reason));
  },
);

it.each([
  ['a text that was typed', 'So true', 'So true'],
  ['a comment that was being sent', 'So true{Enter}', 'So true'],
  ['a comment that was being sent, with a text typed since,', 'So true{Enter}And', 'So true\nAnd'],
])('%s is in the box again after a reload', async (_case, keys, kept) => {
  const drop = crypto.randomUUID();
  fakeBackend({ ...answers, [ADD]: () => Promise.withResolvers<Response>().promise });
  const { composer } = await open('mira', drop);
  await userEvent.type(composer, keys);
  expect(await openAnew('mira', drop)).toHaveValue(kept);
});

it('a comment that was sent is not put back into its box', async () => {
  const drop = crypto.randomUUID();
  fakeBackend(answers);
  const { composer } = await open('mira', drop);
  await userEvent.type(composer, 'So true{Enter}');
  await screen.findByText('Comment added successfully');
  expect(await openAnew('mira', drop)).toHaveValue('');
});

it('asks a visitor to log in, and keeps their draft for them but not for the next account', async () => {
  const drop = crypto.randomUUID();
  const { requests } = fakeBackend(answers);
  const visitor = await open(undefined, drop);
  await userEvent.type(visitor.composer, 'So true{Enter}');
  expect(await screen.findByText('Authentication required')).toBeInTheDocument();
  expect(screen.getByText('Please log in to comment')).toBeInTheDocument();
  expect(visitor.composer).toHaveValue('So true');
  expect(await sentBodies(requests)).toEqual([]);
  expect(await openAnew('mira', drop)).toHaveValue('So true');
  expect(await openAnew('ben', drop)).toHaveValue('');
});

it('the reply box opens focused under its comment, and Escape closes only the box', async () => {
  fakeBackend(answers);
  const { dialog } = await open('mira');
  const button = dialog.getByRole('button', { name: 'Reply to ben' });
  await userEvent.click(button);
  const box = dialog.getByRole('textbox', { name: 'Reply to ben' });
  expect(dialog.getByText('Replying to')).toBeVisible();
  expect(dialog.queryByRole('textbox', { name: 'Add a comment' })).toBeNull();
  expect(box).toHaveFocus();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  expect(dialog.queryByRole('textbox', { name: 'Reply to ben' })).not.toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Add a comment' })).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'Comments' })).toBeVisible();
  expect(button).toHaveFocus();
});

it('Cancel closes the reply box and keeps its draft', async () => {
  fakeBackend(answers);
  const { dialog } = await open('mira');
  await userEvent.click(dialog.getByRole('button', { name: 'Reply to ben' }));
  await userEvent.keyboard('Half a');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(dialog.queryByRole('textbox', { name: 'Reply to ben' })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Reply to ben' }));
  expect(dialog.getByRole('textbox', { name: 'Reply to ben' })).toHaveValue('Half a');
});

it('Escape in the comment box closes the dialog and keeps the draft', async () => {
  fakeBackend(answers);
  const { composer } = await open('mira');
  await userEvent.type(composer, 'Half a{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await userEvent.click(screen.getByText('Open'));
  expect(await screen.findByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half a');
});

it('sending a reply closes its box and adds the reply to the thread', async () => {
  const { requests } = fakeBackend(answers);
  const { dialog } = await open('mira');
  await userEvent.click(dialog.getByRole('button', { name: 'Reply to ben' }));
  await userEvent.keyboard('Me too{Enter}');
  expect(dialog.queryByRole('textbox', { name: 'Reply to ben' })).not.toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Reply to ben' })).toHaveFocus();
  expect(await screen.findByText('Reply added successfully')).toBeInTheDocument();
  const replies = within(dialog.getByRole('list', { name: 'Replies' }));
  expect(await replies.findByText('Me too')).toBeVisible();
  expect(await sentBodies(requests)).toMatchObject([{ parent_comment_id: 'one' }]);
});

it('a reply to a reply begins with a mention and joins the same thread', async () => {
  const { requests } = fakeBackend(answers);
  const { dialog } = await open('mira');
  await userEvent.click(dialog.getByRole('button', { name: 'Reply to okra' }));
  expect(dialog.getByRole('textbox', { name: 'Reply to okra' })).toHaveValue('@okra ');
  await userEvent.keyboard('me too{Enter}');
  const replies = within(dialog.getByRole('list', { name: 'Replies' }));
  await waitFor(() => expect(replies.getAllByRole('listitem')).toHaveLength(2));
  expect(replies.getByRole('link', { name: '@okra' })).toHaveAttribute('href', '/okra');
  expect(await sentBodies(requests)).toMatchObject([
    { parent_comment_id: 'reply', content: '@okra me too' },
  ]);
});

it('reopens the reply box with its text when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeBackend({ ...answers, [ADD]: serverError });
  const { dialog } = await open('mira');
  await userEvent.click(dialog.getByRole('button', { name: 'Reply to ben' }));
  await userEvent.keyboard('Me too{Enter}');
  expect(await screen.findByText('Failed to add comment')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Reply to ben' })).toHaveValue('Me too');
});
