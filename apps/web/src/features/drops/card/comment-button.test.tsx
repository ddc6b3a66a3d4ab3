import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
});

afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('shows the number of comments, and adds a viewer’s own comment at once', async () => {
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([dropRow('a', { comment_count: 1 })]),
    'GET /rest/v1/voice_drop_comments': () =>
      json([threadRow(commentRow('one', 'ben'), { total: 1 })]),
    'POST /rest/v1/voice_drop_comments': () => Promise.withResolvers<Response>().promise,
  });
  await openPage('/app');
  const card = within(await screen.findByRole('article', { name: 'Title a' }));
  await userEvent.click(card.getByRole('button', { name: 'Comments on Title a, 1 comment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Comments' }));
  expect(await dialog.findByText('Words one')).toBeVisible();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Add a comment' }), 'So true{Enter}');
  expect(dialog.getByText('So true')).toBeVisible();
  const hidden = true;
  expect(
    await card.findByRole('button', { name: 'Comments on Title a, 2 comments', hidden }),
  ).toBeInTheDocument();
});
