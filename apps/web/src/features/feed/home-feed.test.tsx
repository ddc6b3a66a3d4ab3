import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { PROMPTS, promptOn } from '@undertone/domain/prompt';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { arrive, fakeMedia, reach } from '#test/fake-media.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { toast } from '#ui/toast.ts';

const DROPS = 'GET /rest/v1/voice_drops';
const SIGN = '/storage/v1/object/sign/voice-drops';

let comeIntoSight: () => void;

beforeEach(() => {
  rememberSession('mira');
  comeIntoSight = fakeIntersection();
});

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => dropRow(`drop-${from + index}`));

const signRequests = (requests: Request[]) =>
  requests.filter(({ url }) => new URL(url).pathname === SIGN);

it('greets by username and shows six skeletons while the drops are loading', async () => {
  fakeBackend({ ...memberBackend, [DROPS]: () => Promise.withResolvers<Response>().promise });
  await openPage('/app');
  expect(await screen.findByRole('heading', { level: 1, name: /^Hey mira$/i })).toBeVisible();
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(6);
});

it('invites to a first drop when there is none yet, with today’s question and people to follow', async () => {
  fakeBackend({
    ...memberBackend,
    [DROPS]: () => json([]),
    'POST /rest/v1/rpc/suggested_people': () =>
      json([{ user_id: 'id-of-noor', username: 'noor', avatar_url: null, follower_count: 3 }]),
  });
  await openPage('/app');
  expect(await screen.findByText('No voice drops yet. Be the first to share!')).toBeVisible();
  const prompt = promptOn(new Date());
  expect(screen.getByRole('link', { name: String(PROMPTS[prompt]) })).toHaveAttribute(
    'href',
    `/record?prompt=${prompt}`,
  );
  expect(screen.getByRole('link', { name: 'Record Your First Drop' })).toHaveAttribute(
    'href',
    '/record',
  );
  const people = within(await screen.findByRole('region', { name: 'Who to follow' }));
  expect(people.getByRole('button', { name: 'Follow noor' })).toBeVisible();
});

it('shows an error when the server fails, and loads the drops on Try Again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const answers: Parameters<typeof fakeBackend>[0] = { ...memberBackend, [DROPS]: serverError };
  fakeBackend(answers);
  const { queryClient } = await openPage('/app');
  queryClient.setDefaultOptions({ queries: { retry: false } });
  expect((await screen.findAllByText('Failed to load voice drops')).length).toBeGreaterThan(0);
  expect((await screen.findAllByText('Please try again.')).length).toBeGreaterThan(0);
  answers[DROPS] = () => json([dropRow('a')]);
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
});

it('raises no toast when the session has ended, which the sign-in explains', async () => {
  const raise = vi.spyOn(toast, 'error');
  const ended = () => json({ code: 'PGRST301', message: 'Session not found' }, 401);
  fakeBackend({ ...memberBackend, [DROPS]: ended });
  await openPage('/app');
  expect(await screen.findByText('Failed to load voice drops')).toBeVisible();
  expect(raise).not.toHaveBeenCalled();
});

it('reads drops, authors, counts and likes in one request, and all audio URLs in another', async () => {
  const { requests } = fakeBackend({ ...memberBackend, [DROPS]: () => json(rows(0, 5)) });
  await openPage('/app');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(5));
  await waitFor(() => expect(signRequests(requests)).toHaveLength(1));
  expect((await signRequests(requests)[0]?.json())?.paths).toHaveLength(5);
  const toDrops = requests.filter(({ url }) => new URL(url).pathname === '/rest/v1/voice_drops');
  expect(toDrops).toHaveLength(1);
  const { searchParams } = new URL(toDrops[0]?.url ?? '');
  expect(searchParams.get('order')).toBe('created_at.desc,id.desc');
  expect(searchParams.get('limit')).toBe('20');
});

it('fetches older drops when the end is near the screen, and says when there are no more', async () => {
  const { requests } = fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) =>
      new URL(url).searchParams.has('or') ? json(rows(20, 3)) : json(rows(0, LIST_PAGE_SIZE)),
  });
  await openPage('/app');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(20));
  expect(screen.queryByText('That is all for now.')).not.toBeInTheDocument();
  comeIntoSight();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(23));
  expect(screen.getByText('That is all for now.')).toBeVisible();
  const cursors = requests.map(({ url }) => new URL(url).searchParams.get('or')).filter(Boolean);
  expect(cursors).toEqual([
    '(created_at.lt."2026-01-01T00:00:00+00:00",and(created_at.eq."2026-01-01T00:00:00+00:00",id.lt."drop-19"))',
  ]);
});

it('keeps the drops when more cannot be loaded, and offers to try again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let fails = true;
  fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) => {
      if (!new URL(url).searchParams.has('or')) return json(rows(0, LIST_PAGE_SIZE));
      return fails ? json({ code: '57014', message: 'canceled' }, 500) : json(rows(20, 1));
    },
  });
  await openPage('/app');
  await screen.findAllByRole('article');
  comeIntoSight();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load voice drops');
  expect(screen.getAllByRole('article')).toHaveLength(20);
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(21));
});

it('plays a drop in the bar, shows its position on its card only, and adds the play to its count', async () => {
  fakeMedia();
  const { requests } = fakeBackend({ ...memberBackend, [DROPS]: () => json(rows(0, 2)) });
  await openPage('/app');
  const card = await screen.findByRole('article', { name: 'Title drop-0' });
  await waitFor(() => expect(signRequests(requests)).toHaveLength(1));
  await userEvent.click(within(card).getByRole('button', { name: 'Play Title drop-0' }));

  const audio = document.querySelector('audio');
  await waitFor(() => expect(audio?.src).toContain('drop-0.wav?token=t'));
  if (audio) {
    arrive(audio, 65);
    reach(audio, 13);
  }
  expect(await screen.findByRole('region', { name: 'Player' })).toBeVisible();
  expect(await within(card).findByText('0:13 /')).toBeVisible();
  expect(within(card).getByRole('button', { name: 'Pause Title drop-0' })).toBeVisible();
  await waitFor(() => expect(within(card).getByText('1')).toBeVisible());
  const other = screen.getByRole('article', { name: 'Title drop-1' });
  expect(await within(other).findByRole('slider')).toHaveValue('0');
});

it('plays from the pressed position in the waveform', async () => {
  fakeMedia();
  const { requests } = fakeBackend({ ...memberBackend, [DROPS]: () => json(rows(0, 1)) });
  await openPage('/app');
  const slider = await screen.findByRole('slider', { name: 'Seek in Title drop-0' });
  await waitFor(() => expect(signRequests(requests)).toHaveLength(1));
  fireEvent.change(slider, { target: { value: '50' } });
  const audio = document.querySelector('audio');
  await waitFor(() => expect(audio?.src).toContain('drop-0.wav'));
  if (audio) arrive(audio, 65);
  expect(audio?.currentTime).toBe(32.5);
});

it('opens the recorder in place', async () => {
  fakeBackend({ ...memberBackend, [DROPS]: () => json([]) });
  await openPage('/app');
  const toggle = await screen.findByRole('button', { name: 'Share your voice...' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
});
