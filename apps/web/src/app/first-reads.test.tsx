import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { openPage } from '#test/open-page.tsx';
import { PublicRecords } from '../../../../supabase/functions/_shared/public-records.ts';
import { preloadResponses } from '../../../../supabase/functions/page-preview/preload-responses.ts';

const dropId = '3f2c8a52-7f2e-4a52-9a54-0c8a1c0f6a11';
const avatar = 'http://undertone.test/storage/v1/object/public/voice-drops/avatars/mira.webp';

const profile = {
  user_id: 'id-of-mira',
  username: 'mira',
  bio: null,
  avatar_url: avatar,
  is_private: false,
  created_at: '2026-01-01T00:00:00Z',
  counts: { follower_count: 0, following_count: 0, like_count: 0 },
};
const author = { username: 'mira', avatar_url: avatar, allow_downloads: false };
const drop = dropRow(dropId, { user_id: 'id-of-mira', author });

/** A visitor's request, in the form that the app compares with the preloaded responses in the document. */
async function nameOf(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url);
  return [request.method, `${pathname}${search}`, await request.text()].join(' ');
}

const startBackend = () =>
  fakeBackend({
    'GET /rest/v1/voice_drops': ({ headers }) =>
      json(headers.get('accept')?.includes('object') ? drop : [drop]),
    'HEAD /rest/v1/voice_drops': () => counted(1),
    'GET /rest/v1/hashtags': ({ headers }) =>
      json(headers.get('accept')?.includes('object') ? { drop_count: 1 } : [{ drop_count: 1 }]),
    'GET /rest/v1/rpc/related_tags': () => json(['night']),
    'GET /rest/v1/profiles': ({ headers }) =>
      json(headers.get('accept')?.includes('object') ? profile : [profile]),
    'POST /storage/v1/object/sign/voice-drops': () =>
      json([{ path: 'avatars/mira.webp', signedURL: '/object/sign/a?token=t', error: null }]),
  });

it.each([`/voice-drop/${dropId}`, '/Mira', '/feed', '/tag/café'])(
  'the page %s makes all the requests that the server answers ahead for it',
  async (path) => {
    const ahead = await findAnswersAhead(path);
    expect(ahead.length).toBeGreaterThan(0);
    fakeRealtime();
    fakeIntersection();
    const { requests } = startBackend();
    await openPage(path);
    await waitFor(async () => {
      const requested = await Promise.all(requests.map((request) => nameOf(request.clone())));
      expect(requested).toEqual(expect.arrayContaining(ahead));
    });
  },
);

/** The requests whose responses the server puts into a page. */
async function findAnswersAhead(path: string): Promise<string[]> {
  startBackend();
  const records = new PublicRecords('http://undertone.test', 'sb_publishable_test');
  const answers = await preloadResponses(path, records);
  return answers.map(({ method, path: requested, sent = '' }) =>
    [method, requested, sent].join(' '),
  );
}
