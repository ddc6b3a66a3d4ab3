import { screen, within } from '@testing-library/react';
import type { DropRow } from '#features/drops/drop.ts';
import { dropRow } from './drop-rows.ts';
import { fakeBackend, json } from './fake-backend.ts';
import { fakeIntersection } from './fake-intersection.ts';
import { memberBackend } from './member-backend.ts';
import { openPage } from './open-page.tsx';
import { rememberSession } from './session.ts';

type Answers = Parameters<typeof fakeBackend>[0];

/** The row of a drop that belongs to mira, whose feed `openFeed` opens. */
export const ownRow = (changes: Parameters<typeof dropRow>[1] = {}): DropRow =>
  dropRow('own', {
    user_id: 'id-of-mira',
    title: 'Night bus',
    author: { username: 'mira', avatar_url: null, allow_downloads: false },
    ...changes,
  });

/**
 * Opens mira's feed.
 *
 * @param rows the drops in the feed, at least one
 * @param others answers to other requests
 * @returns the page, its requests and the card of the first drop
 */
export async function openFeed(rows: readonly DropRow[], others: Answers = {}) {
  rememberSession('mira');
  fakeIntersection();
  const answers: Answers = {
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json(rows),
    'GET /rest/v1/blocks': () => json([]),
    ...others,
  };
  const { requests } = fakeBackend(answers);
  const page = await openPage('/app');
  const [card] = await screen.findAllByRole('article');
  return { ...page, answers, requests, card: within(card!) };
}
