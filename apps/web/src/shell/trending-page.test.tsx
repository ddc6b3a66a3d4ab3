import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rankRow } from '#test/rank-rows.ts';
import { rememberSession } from '#test/session.ts';

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
});

const topics = async () => within(await screen.findByRole('region', { name: 'Trending Topics' }));
const drops = () => within(screen.getByRole('region', { name: 'Hot Drops Right Now' }));

it('Trending has two empty charts at first, says what will be in them, and links to drops and to the recorder', async () => {
  fakeBackend(memberBackend);
  await openPage('/trending');
  const left = await topics();
  expect(await left.findByText('No trending topics yet')).toBeVisible();
  expect(await drops().findByText('No trending drops yet')).toBeVisible();
  expect(drops().getByText('Be the first to create viral content!')).toBeVisible();
  expect(left.getByRole('link', { name: 'Explore Drops' })).toHaveAttribute('href', '/explore');
  expect(drops().getByRole('link', { name: 'Post Voice Drop' })).toHaveAttribute('href', '/record');
});

it('Trending shows the topics, who uses them, and the first hot drops', async () => {
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/trending_topics': () =>
      json([
        { tag: 'rain', drop_count: 120, author_count: 100 },
        { tag: 'night', drop_count: 3, author_count: 3 },
      ]),
    'GET /rest/v1/voice_drop_ranks': () =>
      json(Array.from({ length: 8 }, (_, index) => rankRow(`drop-${index}`))),
    'GET /rest/v1/voice_drops': () =>
      json(Array.from({ length: 8 }, (_, index) => dropRow(`drop-${index}`))),
  });
  await openPage('/trending');
  const rain = await (await topics()).findByRole('link', { name: /#rain/ });
  expect(rain).toHaveTextContent('100+ people, 120 voice drops');
  expect(rain.getAttribute('href')).toContain('rain');
  expect((await topics()).getByRole('link', { name: /#night/ })).toHaveTextContent('3 people');
  expect(await drops().findByRole('article', { name: 'Title drop-0' })).toBeVisible();
  expect(drops().getAllByRole('article')).toHaveLength(5);
  expect(drops().getByRole('link', { name: 'All hot drops' })).toHaveAttribute(
    'href',
    '/app?tab=hot',
  );
});

it('Trending says that the topics could not be loaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/trending_topics': () => json({ code: 'XX000', message: 'broken' }, 500),
  });
  await openPage('/trending');
  expect(await (await topics()).findByText('Failed to load the trending topics')).toBeVisible();
});
