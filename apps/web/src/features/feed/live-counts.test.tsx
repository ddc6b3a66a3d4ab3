import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { answersWith, dropAt } from '#test/changing-drops.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import type { DropRow } from '#features/drops/drop.ts';

let realtime: ReturnType<typeof fakeRealtime>;
let answers: Parameters<typeof fakeBackend>[0];
/** The drops in the database that the viewer may see, the newest first. */
let visible: DropRow[];

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
  realtime = fakeRealtime();
  vi.spyOn(console, 'info').mockReturnValue();
});

/* Toasts outlive their test, so each test has drops of its own. */

/** The filters by which the page listens to counts. */
const filters = () =>
  realtime.listeningTo('live_drop_counts').map(({ wishes }) => wishes[0]?.filter);

/** Opens the feed, and waits until it listens to the counts of its drops and has read them. */
async function openFeed() {
  answers = answersWith(() => visible);
  const { requests } = fakeBackend(answers);
  const page = await openPage('/app');
  /** The reads of counts alone. */
  const reads = () =>
    requests.filter(
      ({ url }) => new URL(url).pathname === '/rest/v1/voice_drops' && !url.includes('audio_path'),
    );
  await waitFor(() => expect(filters()).toHaveLength(1));
  await waitFor(() => expect(reads()).toHaveLength(1));
  return { ...page, reads };
}

/** Sends the counts of a row through the live channel. */
const sendCounts = ({ id, counts }: DropRow) =>
  realtime.change({
    type: 'UPDATE',
    table: 'live_drop_counts',
    record: { voice_drop_id: id, ...counts },
  });

const card = (minute: number) => screen.getByRole('article', { name: `Title drop-${minute}` });

it('listens to the drops on the screen, and to others when these are there', async () => {
  visible = [dropAt(10), dropAt(9)];
  await openFeed();
  expect(filters()).toEqual(['voice_drop_id=in.(drop-10,drop-9)']);
  visible = [dropAt(11), ...visible];
  realtime.broadcast('drops', 'posted', { id: 'drop-11' });
  await screen.findByRole('article', { name: 'Title drop-11' });
  await waitFor(() => expect(filters()).toEqual(['voice_drop_id=in.(drop-10,drop-11,drop-9)']));
});

it('shows counts from the live channel, and reads later ones once no more arrive', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  visible = [dropAt(10, { like_count: 3 }), dropAt(9)];
  const { reads } = await openFeed();
  // The reads after joining are of all drops.
  await waitFor(() => expect(reads()).toHaveLength(2));
  sendCounts(dropAt(10, { like_count: 41, comment_count: 42, play_count: 43 }));
  for (const count of ['41', '42', '43']) {
    expect(await within(card(10)).findByText(count)).toBeVisible();
  }
  visible = [dropAt(10, { like_count: 51 }), dropAt(9)];
  expect(await within(card(10)).findByText('51')).toBeVisible();
  expect(reads().map(({ url }) => url)).toEqual([
    expect.any(String),
    expect.any(String),
    expect.stringContaining('id=in.%28drop-10%29'),
  ]);
});

it('reads the counts once more after joining, since a change within a second of an earlier one is not sent', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  visible = [dropAt(10, { like_count: 3 }), dropAt(9)];
  const { reads } = await openFeed();
  visible = [dropAt(10, { like_count: 3, comment_count: 71 }), dropAt(9)];
  expect(await within(card(10)).findByText('71')).toBeVisible();
  expect(reads()).toHaveLength(2);
});

it('reads the counts again when the channel is back', async () => {
  visible = [dropAt(10, { like_count: 3 }), dropAt(9)];
  await openFeed();
  visible = [dropAt(10, { like_count: 61 }), dropAt(9)];
  realtime.drop();
  expect(await within(card(10)).findByText('61')).toBeVisible();
});

describe('the comment count, when another’s comment is announced while an own one is being sent,', () => {
  const INSERT = 'POST /rest/v1/voice_drop_comments';

  /** Sends a comment on the first drop; another person's comment is announced before the response. */
  async function commentAtOnce(minute: number) {
    const answer = Promise.withResolvers<Response>();
    visible = [dropAt(minute, { comment_count: 2 })];
    const page = await openFeed();
    Object.assign(answers, {
      'GET /rest/v1/voice_drop_comments': () => json([]),
      [INSERT]: () => answer.promise,
    });
    await userEvent.click(screen.getByRole('button', { name: /^Comments on/ }));
    const box = await screen.findByRole('textbox', { name: 'Add a comment' });
    await userEvent.type(box, 'So true{Enter}');
    await waitFor(() => expect(count()).toBe(3));
    const others = dropAt(minute, { comment_count: 3 });
    visible = [others];
    sendCounts(others);
    return { ...page, answer, box };
  }
  const count = () => {
    const [button] = screen.getAllByRole('button', { name: /^Comments on/, hidden: true });
    return Number(button?.textContent);
  };

  it('is that of the server when the server fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { answer, reads } = await commentAtOnce(55);
    expect(count()).toBe(3);
    answer.resolve(serverError());
    await expectToast('Failed to add comment');
    await waitFor(() => expect(reads()).toHaveLength(2));
    await waitFor(() => expect(count()).toBe(3));
  });

  it('includes both when the own one has been sent', async () => {
    const { answer, reads } = await commentAtOnce(56);
    visible = [dropAt(56, { comment_count: 4 })];
    answer.resolve(json(commentRow('own', 'mira'), 201));
    await expectToast('Comment added successfully');
    await waitFor(() => expect(reads()).toHaveLength(2));
    await waitFor(() => expect(count()).toBe(4));
  });
});

it('subtracts a deleted comment once, also when the deletion is announced before its response', async () => {
  const deletion = Promise.withResolvers<Response>();
  visible = [dropAt(57, { comment_count: 3 })];
  let comments = [commentRow('other', 'noor'), commentRow('own', 'mira')];
  await openFeed();
  Object.assign(answers, {
    'GET /rest/v1/voice_drop_comments': () =>
      json(comments.map((row) => threadRow(row, { total: comments.length + 1 }))),
    'DELETE /rest/v1/voice_drop_comments': () => deletion.promise,
  });
  await userEvent.click(screen.getByRole('button', { name: /^Comments on/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete comment by mira' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  visible = [dropAt(57, { comment_count: 2 })];
  comments = comments.slice(0, 1);
  sendCounts(dropAt(57, { comment_count: 2 }));
  deletion.resolve(new Response(null, { status: 204 }));
  await expectToast('Comment deleted successfully');
  const [button] = screen.getAllByRole('button', { name: /^Comments on/, hidden: true });
  expect(button).toHaveTextContent('2');
});
