import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openFeed, ownRow } from '#test/open-feed.tsx';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

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
async function open(path: string, decisions: object[], restriction: object[] = []) {
  rememberSession('mira');
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'GET /rest/v1/decisions': () => json(decisions),
    'GET /rest/v1/rpc/own_restriction': () => json(restriction),
    'POST /rest/v1/rpc/appeal': () => new Response(null, { status: 204 }),
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

it('a banned account has only its statements, its data, its deletion and the way out', async () => {
  const ban = { ...suspension, measure: 'ban', until: null };
  const { router } = await open('/bookmarks', [ban], [{ kind: 'banned', until: null }]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/statements'));
  expect(document.documentElement).toHaveAttribute('data-banned');
  for (const name of ['Download my data', 'Sign Out']) {
    expect(await screen.findByRole('button', { name })).toBeVisible();
  }
  await router.navigate({ to: '/explore' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/statements'));
});
