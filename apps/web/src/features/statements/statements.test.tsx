import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openFeed, ownRow } from '#test/open-feed.tsx';
import { openApp } from '#test/open-page.tsx';
import { rememberSession, sessionOf } from '#test/session.ts';

const removal = {
  id: '8b0f0a6e-0000-4000-8000-000000000001',
  subject_kind: 'drop',
  subject_id: 'own',
  measure: 'remove',
  rule: 'harassment',
  words: 'It calls somebody names.',
  basis: 'report',
  until: null,
  decided_on: '2026-03-05',
  ended_on: null,
  appealable_until: '2100-09-05',
  excerpt: 'Night bus',
  appeal: null,
};

const suspension = {
  ...removal,
  id: '8b0f0a6e-0000-4000-8000-000000000002',
  subject_kind: 'person',
  measure: 'suspend',
  until: '2100-03-06T00:00:00+00:00',
};

/** Opens the app as mira, about whom these decisions were made. */
async function open(
  path: string,
  decisions: object[],
  restriction: object[] = [],
  others: Parameters<typeof fakeBackend>[0] = {},
) {
  rememberSession('mira');
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'GET /rest/v1/decisions': () => json(decisions),
    'GET /rest/v1/rpc/own_restriction': () => json(restriction),
    'GET /auth/v1/user': () => json(sessionOf('mira').user),
    'POST /rest/v1/rpc/appeal': () => new Response(null, { status: 204 }),
    ...others,
  });
  const page = await openApp(path);
  onTestFinished(() => document.documentElement.removeAttribute('data-banned'));
  return { ...page, requests };
}

it('a statement has the measure, the subject, the rule, the reasons, how it came about and its day', async () => {
  await open('/statements', [removal]);
  await userEvent.click(await screen.findByRole('link', { name: /removed your voice drop/ }));
  expect(
    await screen.findByRole('heading', { name: 'Undertone removed your voice drop' }),
  ).toBeVisible();
  for (const words of [
    'Night bus',
    'Harassment and hate',
    'It calls somebody names.',
    'It was reported, and a person of the team has decided.',
    '5 March 2026',
  ]) {
    expect(screen.getByText(words)).toBeVisible();
  }
  expect(screen.getByRole('link', { name: 'All statements' })).toHaveAttribute(
    'href',
    '/statements',
  );
});

it('an appeal that is being written is there again after a reload', async () => {
  const path = `/statements/${removal.id}`;
  await open(path, [removal]);
  const box = () => screen.findByRole('textbox', { name: 'Why is it wrong?' });
  await userEvent.type(await box(), 'It is');
  cleanup();
  await open(path, [removal]);
  expect(await box()).toHaveValue('It is');
});

it('an appeal is sent once, with its words', async () => {
  const { requests } = await open(`/statements/${removal.id}`, [removal]);
  const send = await screen.findByRole('button', { name: 'Send appeal' });
  expect(send).toBeDisabled();
  await userEvent.type(screen.getByRole('textbox', { name: 'Why is it wrong?' }), 'It is a song.');
  await userEvent.click(send);
  expect(await screen.findByText('Your appeal was sent')).toBeVisible();
  const sent = requests.filter(({ url }) => url.includes('/rpc/appeal'));
  expect(await Promise.all(sent.map((request) => request.json()))).toEqual([
    { decision: removal.id, words: 'It is a song.' },
  ]);
});

it('the answer to an appeal takes the place of the form', async () => {
  const appeal = {
    words: 'It is a song.',
    created_on: '2026-03-06',
    outcome: 'upheld',
    answer: 'You are right.',
    answered_on: '2026-03-07',
    later_decision_id: suspension.id,
  };
  await open(`/statements/${removal.id}`, [{ ...removal, ended_on: '2026-03-07', appeal }]);
  expect(await screen.findByText('You are right.')).toBeVisible();
  expect(screen.getByText(/The decision was taken back/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the later statement' })).toHaveAttribute(
    'href',
    `/statements/${suspension.id}`,
  );
  expect(screen.queryByRole('button', { name: 'Send appeal' })).not.toBeInTheDocument();
});

it('a card of a removed drop leads its owner to the statement', async () => {
  const { card } = await openFeed([ownRow()], { 'GET /rest/v1/decisions': () => json([removal]) });
  expect(await card.findByRole('link', { name: 'Removed: why?' })).toHaveAttribute(
    'href',
    `/statements/${removal.id}`,
  );
});

it('a suspended account sees until when, and why', async () => {
  const until = suspension.until;
  await open('/bookmarks', [suspension], [{ kind: 'suspended', until }]);
  const bar = await screen.findByText(/Your account is suspended until the end of 5 March 2100/);
  await waitFor(() =>
    expect(within(bar).getByRole('link', { name: 'Read why, and appeal' })).toHaveAttribute(
      'href',
      `/statements/${suspension.id}`,
    ),
  );
});

const restricted = { kind: 'suspended', until: suspension.until };

const oneDrop = {
  'GET /rest/v1/voice_drops': () => json([dropRow('a', { like_count: 1, likes: [{ id: 'l' }] })]),
  'GET /rest/v1/voice_drop_comments': () => json([]),
  'DELETE /rest/v1/voice_drop_likes': () => new Response(null, { status: 204 }),
};

it('a suspended account cannot press what writes, sees the reason, and can undo earlier likes and follows', async () => {
  fakeIntersection();
  const { requests } = await open('/voice-drop/a', [suspension], [restricted], oneDrop);
  const bookmark = await screen.findByRole('button', { name: 'Bookmark Title a' });
  await waitFor(() => expect(bookmark).toHaveAttribute('aria-disabled', 'true'));
  expect(bookmark).toHaveAccessibleDescription(
    /^Your account is suspended until the end of 5 March/,
  );
  await userEvent.click(bookmark);
  await expectToast('You can read, listen, block and report, but not post.');
  const like = screen.getByRole('button', { name: /^Like Title a/ });
  expect(like).not.toHaveAttribute('aria-disabled');
  await userEvent.click(like);
  await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'false'));
  await expectToast('Removed from favorites');
  expect(like).toHaveAttribute('aria-disabled', 'true');
  const writes = requests.filter(
    ({ method, url }) => method !== 'GET' && /like|bookmark/.test(url),
  );
  expect(writes.map(({ method }) => method)).toEqual(['DELETE']);
});

it('a suspended account has a sentence in place of the recorder', async () => {
  await open('/record', [suspension], [restricted]);
  expect(
    await screen.findByText(/^Your account is suspended\. You can read, listen/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start recording' })).not.toBeInTheDocument();
});

it('a comment that is being written when the suspension begins is there again when it ends', async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  fakeIntersection();
  const { box, become } = await openLive('/voice-drop/a', oneDrop);
  await userEvent.type(await box(), 'Half a sentence');
  become(restricted);
  const note = await screen.findByText(/^Your account is suspended\. You can read, listen/);
  expect(within(note).getByRole('link', { name: 'Read why, and appeal' })).toHaveAttribute(
    'href',
    '/statements',
  );
  expect(screen.queryByRole('textbox', { name: 'Add a comment' })).not.toBeInTheDocument();
  become();
  expect(await box()).toHaveValue('Half a sentence');
});

/** Opens a page of mira, whose restriction changes live. */
async function openLive(path: string, others: Parameters<typeof open>[3] = {}) {
  const realtime = fakeRealtime();
  const restrictions: object[] = [];
  const page = await open(path, [suspension], restrictions, others);
  onTestFinished(async () => void (await (await page.client.realtime()).disconnect()));
  const topic = 'notifications:id-of-mira';
  await vi.waitFor(() => expect(realtime.inTopic(topic)).toHaveLength(1), { timeout: 25_000 });
  return {
    ...page,
    box: () => screen.findByRole('textbox', { name: 'Add a comment' }),
    become: (...rows: object[]) => {
      restrictions.splice(0, Infinity, ...rows);
      act(() => realtime.broadcast(topic, 'restriction', {}));
    },
  };
}

it('a suspension, a ban and their end arrive while a page is open', async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  const { become, router } = await openLive('/bookmarks');
  const bar = () => screen.queryByText(/^Your account is/);
  expect(bar()).not.toBeInTheDocument();
  become(restricted);
  await waitFor(() => expect(bar()).toHaveTextContent('suspended until the end of 5 March 2100'));
  become();
  await waitFor(() => expect(bar()).not.toBeInTheDocument());
  become({ kind: 'banned', until: null });
  await waitFor(() => expect(router.state.location.pathname).toBe('/statements'));
  become();
  await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-banned'));
});

it('a banned account has only its statements, its data, its deletion and the way out', async () => {
  const ban = { ...suspension, measure: 'ban', until: null };
  const { router } = await open('/voice-drop/a', [ban], [{ kind: 'banned', until: null }]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/statements'));
  expect(document.documentElement).toHaveAttribute('data-banned');
  for (const name of ['Download my data', 'Sign Out']) {
    expect(await screen.findByRole('button', { name })).toBeVisible();
  }
  await router.navigate({ to: '/explore' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/statements'));
});
