import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { notificationRow } from '#test/notification-rows.ts';
import { serverError } from '#test/network-failures.ts';
import { openApp } from '#test/open-page.tsx';
import { createDeferred } from '#lib/deferred.ts';
import { rememberSession } from '#test/session.ts';
import type { NotificationRow } from './notification.ts';

const CALL = '/rest/v1/notifications';

let log: ReturnType<typeof vi.spyOn>;
let scrollToEnd: () => void;

beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReturnValue();
  rememberSession('mira');
  scrollToEnd = fakeIntersection();
});
interface Options {
  path?: string;
  /** Answers a list's request; by default with the given rows. */
  onRead?: (query: URLSearchParams) => Response | Promise<Response>;
  onMark?: (query: URLSearchParams) => Response | Promise<Response>;
}

/** Opens the page with rows that the fake backend stores and marks as read on request. */
async function openNotifications(rows: NotificationRow[], options: Options = {}) {
  const queryOf = (request: Request) => new URL(request.url).searchParams;
  const { requests } = fakeBackend({
    ...memberBackend,
    [`HEAD ${CALL}`]: () => counted(rows.filter(({ read }) => !read).length),
    [`GET ${CALL}`]: (request) => options.onRead?.(queryOf(request)) ?? json(rows),
    [`PATCH ${CALL}`]: (request) => {
      const id = queryOf(request).get('id')?.replace('eq.', '');
      const answer = options.onMark?.(queryOf(request));
      if (answer) return answer;
      for (const row of rows) if (id === undefined || row.id === id) row.read = true;
      return new Response(null, { status: 204 });
    },
    'GET /rest/v1/voice_drops': () => json([]),
  });
  const page = await openApp(options.path ?? '/notifications');
  await screen.findByRole('heading', { name: 'Notifications', level: 1 });
  const queriesOf = (method: string) =>
    requests
      .filter((request) => request.method === method && new URL(request.url).pathname === CALL)
      .map(queryOf);
  return { ...page, queriesOf };
}

const item = (name: RegExp) => screen.findByRole('link', { name });
const badge = () => screen.queryByText('unread', { exact: false, selector: 'h1 + span > span' });
const markAll = () => screen.getByRole('button', { name: 'Mark All Read' });

/** What the columns of a decision's notices have in common. */
const byTeam = {
  actor_id: null,
  actor: null,
  reference_id: null,
  drop: null,
  decision_id: 'decision',
};

describe('a notification', () => {
  it('says who did what and when, and links to its subject', async () => {
    await openNotifications([
      notificationRow('a', {}, 2),
      notificationRow('b', { type: 'comment', comment_id: 'comment-b', content: 'Lovely' }, 3),
      notificationRow(
        'c',
        { type: 'comment', content: 'Yes', drop: { user_id: 'id-of-eli', title: null } },
        24,
      ),
      notificationRow('d', { type: 'mention', content: '@mira listen' }, 24),
      notificationRow('e', { type: 'follow', content: null, reference_id: null, drop: null }, 48),
      notificationRow('f', { type: 'comment', comment_id: 'comment-f', content: null }, 72),
      notificationRow('g', { ...byTeam, type: 'statement', content: 'drop:remove' }, 72),
      notificationRow(
        'h',
        { ...byTeam, type: 'outcome', content: 'comment:acted:harassment:2026-11-20' },
        72,
      ),
    ]);
    const read = async (name: RegExp) => {
      const link = await item(name);
      const entry = link.closest('li');
      const icon = entry?.querySelector('[data-type]')?.getAttribute('data-type');
      const time = entry?.querySelector('time')?.textContent;
      return [link.textContent, time, icon, link.getAttribute('href')];
    };
    expect(await read(/liked/)).toEqual([
      'Unread: noor liked your voice drop Title a',
      '2h ago',
      'like',
      '/voice-drop/drop-of-a',
    ]);
    expect(await read(/Lovely/)).toEqual([
      'Unread: noor commented on your voice drop “Lovely”',
      '3h ago',
      'comment',
      '/voice-drop/drop-of-b?comments=open&comment=comment-b',
    ]);
    expect(await read(/replied/)).toEqual([
      'Unread: noor replied to your comment “Yes”',
      '1d ago',
      'comment',
      '/voice-drop/drop-of-c?comments=open',
    ]);
    expect(await read(/mentioned/)).toEqual([
      'Unread: noor mentioned you in a comment “@mira listen”',
      '1d ago',
      'mention',
      '/voice-drop/drop-of-d?comments=open',
    ]);
    expect(await read(/following/)).toEqual([
      'Unread: noor started following you',
      '2d ago',
      'follow',
      '/noor',
    ]);
    expect(await read(/Voice reply/)).toEqual([
      'Unread: noor commented on your voice drop Voice reply',
      '3d ago',
      'comment',
      '/voice-drop/drop-of-f?comments=open&comment=comment-f',
    ]);
    expect(await read(/removed/)).toEqual([
      'Unread: Undertone removed your voice drop',
      '3d ago',
      'statement',
      '/statements/decision',
    ]);
    // Only the person affected may read the statement.
    expect(
      await screen.findByRole('button', {
        name: /Undertone has acted on the comment that you reported on 20 November 2026 \(Harassment or hate speech\)/,
      }),
    ).toBeVisible();
  });

  it('an unknown type by an unknown person is shown, and a click only marks it as read', async () => {
    const { queriesOf } = await openNotifications([
      notificationRow('a', { type: 'raffle', actor: null, content: null, reference_id: null }),
    ]);
    const button = await screen.findByRole('button', { name: /Unknown User/ });
    expect(button).toHaveTextContent(/^Unread: Unknown User sent you a notification$/);
    expect(button).toHaveAccessibleDescription(/^\ds ago$/);
    expect(document.querySelector('[data-type=other]')).toBeInTheDocument();
    await userEvent.click(button);
    expect(queriesOf('PATCH')).toHaveLength(1);
    await waitFor(() => expect(button).not.toHaveTextContent('Unread'));
  });

  it('is marked as read by a click only, which lowers the counts of header and bell', async () => {
    const { queriesOf, router } = await openNotifications([
      notificationRow('a'),
      notificationRow('b', { read: true }),
      notificationRow('c'),
    ]);
    expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
    expect(badge()?.parentElement).toHaveTextContent('2 unread');
    expect((await item(/Title b/)).textContent).not.toContain('Unread');
    await userEvent.click(await item(/Title a/));
    expect(router.state.location.pathname).toBe('/voice-drop/drop-of-a');
    expect(queriesOf('PATCH').map(String)).toEqual(['id=eq.a&recipient_id=eq.id-of-mira']);
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  it('stays read when a page arrives that was requested before the click', async () => {
    const [nextPage, marked] = [createDeferred<Response>(), createDeferred<Response>()];
    const unlinked = { type: 'raffle', reference_id: null, actor: null };
    const rows = Array.from({ length: 50 }, (_, index) =>
      notificationRow(`n${index}`, index === 0 ? unlinked : {}),
    );
    await openNotifications(rows, {
      onRead: (query) => (query.has('or') ? nextPage.promise : json(rows)),
      onMark: () => marked.promise,
    });
    const button = await screen.findByRole('button', { name: /Unknown User/ });
    scrollToEnd();
    await userEvent.click(button);
    expect(button).not.toHaveTextContent('Unread');
    nextPage.resolve(json([notificationRow('last')]));
    await screen.findByText('Title last');
    expect(button).not.toHaveTextContent('Unread');
    marked.resolve(new Response(null, { status: 204 }));
  });

  it('is unread again, without a toast, when the server fails', async () => {
    await openNotifications(
      [notificationRow('a', { type: 'raffle', reference_id: null, actor: null })],
      { onMark: serverError },
    );
    const button = await screen.findByRole('button', { name: /Unknown User/ });
    await userEvent.click(button);
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith(
        'Notifications could not be marked as read.',
        expect.anything(),
      ),
    );
    expect(button).toHaveTextContent('Unread');
    expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('Mark All Read', () => {
  it('marks all as read, and is disabled while none is unread', async () => {
    const { queriesOf } = await openNotifications([notificationRow('a'), notificationRow('b')]);
    await waitFor(() => expect(markAll()).toBeEnabled());
    await item(/Title a/);
    await userEvent.click(markAll());
    expect(queriesOf('PATCH').map(String)).toEqual(['read=eq.false&recipient_id=eq.id-of-mira']);
    await waitFor(() => expect(markAll()).toBeDisabled());
    expect(badge()).not.toBeInTheDocument();
    expect(screen.queryByText('Unread:')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeVisible();
  });

  it('leaves everything unchanged, without a toast, when the server fails', async () => {
    await openNotifications([notificationRow('a'), notificationRow('b', { read: true })], {
      onMark: serverError,
    });
    await item(/Title a/);
    await waitFor(() => expect(markAll()).toBeEnabled());
    await userEvent.click(markAll());
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith(
        'Notifications could not be marked as read.',
        expect.anything(),
      ),
    );
    await waitFor(() => expect(markAll()).toBeEnabled());
    expect((await item(/Title a/)).textContent).toContain('Unread');
    expect((await item(/Title b/)).textContent).not.toContain('Unread');
  });
});

describe('the list', () => {
  it('is grouped by day', async () => {
    await openNotifications([
      notificationRow('a'),
      notificationRow('b', {}, 24),
      notificationRow('c', {}, 72),
      notificationRow('d', {}, 96),
    ]);
    const under = async (name: string) =>
      within(await screen.findByRole('region', { name })).getAllByRole('listitem').length;
    expect([await under('Today'), await under('Yesterday'), await under('Earlier')]).toEqual([
      1, 1, 2,
    ]);
  });

  it('loads the next page from the fiftieth notification on', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => notificationRow(`n${index}`));
    const { queriesOf } = await openNotifications(rows, {
      onRead: (query) => json(query.has('or') ? [notificationRow('last')] : rows),
    });
    await screen.findByText('Title n49');
    scrollToEnd();
    await screen.findByText('Title last');
    expect(queriesOf('GET').map((query) => query.get('limit'))).toEqual(['50', '50']);
    expect(queriesOf('GET')[1]?.get('or')).toContain(`id.lt."n49"`);
    expect(await screen.findByText('That is all for now.')).toBeVisible();
  });

  it('shows the server’s message when it cannot be read, and Try Again reads it', async () => {
    let isDown = true;
    await openNotifications([notificationRow('a')], {
      onRead: () =>
        isDown
          ? json({ code: 'XX000', message: 'The shelf fell' }, 400)
          : json([notificationRow('a')]),
    });
    expect(await screen.findByText('Failed to load notifications')).toBeVisible();
    expect(screen.getByText('The shelf fell')).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await item(/Title a/)).toBeVisible();
  });

  it('shows a general message when it fails without one', async () => {
    await openNotifications([], { onRead: () => json({ code: 'XX000', message: '' }, 400) });
    expect(await screen.findByText('Failed to fetch notifications')).toBeVisible();
  });
});

describe('tabs, filters and search', () => {
  const filtersOf = (queries: URLSearchParams[]) => {
    const last = queries.at(-1);
    return [last?.get('type') ?? null, last?.get('read') ?? null];
  };

  it('query the server, are kept in the URL, and show an empty state', async () => {
    const { queriesOf, router } = await openNotifications([]);
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    expect(filtersOf(queriesOf('GET'))).toEqual([null, null]);
    await userEvent.click(screen.getByRole('tab', { name: 'Mentions' }));
    expect(await screen.findByText('No mentions yet')).toBeVisible();
    expect(filtersOf(queriesOf('GET'))).toEqual(['eq.mention', null]);
    await userEvent.click(screen.getByRole('tab', { name: 'Followers' }));
    expect(await screen.findByText('No new followers')).toBeVisible();
    expect(filtersOf(queriesOf('GET'))).toEqual(['eq.follow', null]);
    expect(router.state.location.search).toEqual({ tab: 'followers' });
    act(() => router.history.back());
    expect(await screen.findByText('No mentions yet')).toBeVisible();
  });

  it.each([
    ['Unread', null, 'eq.false'],
    ['Likes', 'eq.like', null],
    ['Replies', 'eq.comment', null],
    ['Follows', 'eq.follow', null],
  ])('the filter %s is kept by the server', async (label, type, read) => {
    const { queriesOf } = await openNotifications([]);
    await screen.findByText('No notifications yet');
    await userEvent.click(screen.getByRole('button', { name: 'Filter: All' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: label }));
    expect(await screen.findByRole('button', { name: `Filter: ${label}` })).toBeVisible();
    await waitFor(() => expect(filtersOf(queriesOf('GET'))).toEqual([type, read]));
    const words = label === 'Unread' ? 'You are all caught up' : 'Nothing found';
    expect(await screen.findByText(words)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Filter: All' })).toBeVisible();
  });

  it('a tab of a single type offers no filter by type', async () => {
    await openNotifications([], { path: '/notifications?filter=likes' });
    expect(await screen.findByRole('button', { name: 'Filter: Likes' })).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Mentions' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Filter: All' }));
    const offered = await screen.findAllByRole('menuitemradio');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['All', 'Unread']);
    expect(offered[0]).toBeChecked();
  });

  it('a search matches names and content on the server, with wildcards as literal characters', async () => {
    const { queriesOf, router } = await openNotifications([]);
    await userEvent.type(
      await screen.findByRole('searchbox', { name: 'Search notifications' }),
      ' 50%_"off" ',
    );
    expect(await screen.findByText('Nothing found')).toBeVisible();
    const query = queriesOf('GET').at(-1);
    expect(query?.get('named.username')).toBe(String.raw`ilike.%50\%\_"off"%`);
    expect(query?.get('titled.title')).toBe(String.raw`ilike.%50\%\_"off"%`);
    expect(query?.get('or')).toBe(
      String.raw`(content.ilike."%50\\%\\_\"off\"%",named.not.is.null,titled.not.is.null)`,
    );
    expect(router.state.location.search).toEqual({ q: '50%_"off"' });
  });

  it('a URL with invalid values shows all notifications', async () => {
    const { queriesOf } = await openNotifications([], {
      path: '/notifications?tab=nothing&filter=7&q=',
    });
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    expect(filtersOf(queriesOf('GET'))).toEqual([null, null]);
  });
});
