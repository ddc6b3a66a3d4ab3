import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json, neverAnswers } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

type Answers = Parameters<typeof fakeBackend>[0];

const SUGGESTED = 'POST /rest/v1/rpc/suggested_people';
const TODAY = 'POST /rest/v1/rpc/today_stats';

const person = (username: string, followers: number) => ({
  user_id: `id-of-${username}`,
  username,
  avatar_url: null,
  follower_count: followers,
});

const three = [person('noor', 1234), person('ben', 1), person('ada', 0)];

beforeEach(() => {
  window.innerWidth = 1440;
  rememberSession('mira');
  fakeIntersection();
});

async function open(answers: Answers = {}) {
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    [SUGGESTED]: () => json(three),
    [TODAY]: () => json({ new_drops: 7, total_plays: 12_345 }),
    ...answers,
  });
  const page = await openPage('/app');
  const aside = await screen.findByRole('complementary', { name: 'Around you' });
  return {
    ...page,
    requests,
    people: within(within(aside).getByRole('region', { name: 'Who to follow' })),
    today: within(within(aside).getByRole('region', { name: "Today's activity" })),
    /** The requests of one kind, e.g. 'POST /rest/v1/follows'. */
    calls: (call: string) =>
      requests.filter(({ method, url }) => `${method} ${new URL(url).pathname}` === call),
  };
}

const names = (people: Awaited<ReturnType<typeof open>>['people']) =>
  people.getAllByRole('link').map(({ textContent }) => textContent);

it('suggests three people with their follower counts, in one request', async () => {
  const { people, calls } = await open();
  await people.findByText('noor');
  expect(names(people)).toEqual(['noor1.2K followers', 'ben1 follower', 'ada0 followers']);
  expect(people.getByRole('link', { name: /noor/ })).toHaveAttribute('href', '/noor');
  expect(people.getByRole('button', { name: 'Follow ben' })).toBeVisible();
  expect(calls(SUGGESTED)).toHaveLength(1);
});

it('shows the drops since local midnight and all plays, in one request', async () => {
  const { today, calls } = await open();
  expect(await today.findByText('12.3K')).toBeVisible();
  expect(today.getByText('7')).toBeVisible();
  expect(calls(TODAY)).toHaveLength(1);
  const now = new Date();
  expect(await calls(TODAY)[0]?.json()).toEqual({
    local_midnight: new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString(),
  });
});

it('replaces a followed person by the next suggestion and keeps the focus in the card', async () => {
  let answer = three;
  const { people, calls } = await open({
    [SUGGESTED]: () => json(answer),
    'POST /rest/v1/follows': () => {
      answer = [person('ben', 1), person('ada', 0), person('lou', 0)];
      return new Response(null, { status: 201 });
    },
  });
  await userEvent.click(await people.findByRole('button', { name: 'Follow noor' }));
  await expectToast('Following user!');
  expect(await people.findByText('lou')).toBeVisible();
  expect(people.queryByText('noor')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Who to follow' }));
  expect(await calls('POST /rest/v1/follows')[0]?.json()).toEqual({
    follower_id: 'id-of-mira',
    following_id: 'id-of-noor',
  });
});

const tooFast = 'You are following people very fast. Please wait a minute.';
it.each([
  ['the server fails', serverError, 'Failed to follow user'],
  ['the limit is reached', () => json({ code: 'PT429', message: tooFast }, 429), tooFast],
])('reverts a follow and shows the reason when %s', async (_case, answer, reason) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { people } = await open({ 'POST /rest/v1/follows': answer });
  await userEvent.click(await people.findByRole('button', { name: 'Follow ben' }));
  await expectToast(reason);
  expect(people.getByRole('button', { name: 'Follow ben' })).toBeVisible();
  expect(people.getByText('1 follower')).toBeVisible();
});

it('shows skeletons while the suggestions load', async () => {
  const { people } = await open({ [SUGGESTED]: neverAnswers });
  expect(people.getByText('Loading suggestions')).toBeInTheDocument();
});

it('shows an empty state when there is no one to suggest', async () => {
  const { people } = await open({ [SUGGESTED]: () => json([]) });
  expect(await people.findByText('You follow everyone there is to suggest.')).toBeVisible();
});

it.each([
  ['suggestions', 'Failed to load suggestions', SUGGESTED, 'noor'],
  ['activity', 'Failed to load activity', TODAY, '12.3K'],
] as const)(
  'retries on request when the %s could not be loaded',
  async (_what, words, call, then) => {
    vi.spyOn(console, 'error').mockReturnValue();
    let failing = true;
    const whole: Answers = {
      [SUGGESTED]: () => json(three),
      [TODAY]: () => json({ new_drops: 7, total_plays: 12_345 }),
    };
    const { people, today } = await open({
      [call]: (request) => (failing ? serverError() : whole[call]!(request)),
    });
    const part = call === SUGGESTED ? people : today;
    expect(await part.findByText(words)).toBeVisible();
    failing = false;
    await userEvent.click(part.getByRole('button', { name: 'Try Again' }));
    expect(await part.findByText(then)).toBeVisible();
  },
);

it('is neither shown nor requested on smaller screens', async () => {
  window.innerWidth = 1279;
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([dropRow('a')]),
  });
  await openPage('/app');
  await screen.findByRole('article', { name: 'Title a' });
  expect(screen.queryByRole('complementary', { name: 'Around you' })).toBeNull();
  expect(requests.filter(({ url }) => /suggested_people|today_stats/.test(url))).toEqual([]);
});
