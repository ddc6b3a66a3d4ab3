import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { memberBackend } from '#test/member-backend.ts';
import { notificationRow } from '#test/notification-rows.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

const CALL = '/rest/v1/notifications';

let realtime: ReturnType<typeof fakeRealtime>;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'info').mockReturnValue();
  rememberSession('mira');
  realtime = fakeRealtime();
});
/** Opens a page with unread notifications. More can be added, and the service can fail. */
async function openWith(count: number) {
  const backend = {
    rows: Array.from({ length: count }, (_, index) => notificationRow(`n${index}`)),
    unread: count,
    isDown: false,
    wantsPush: true,
  };
  const { requests } = fakeBackend({
    ...memberBackend,
    [`HEAD ${CALL}`]: () => counted(backend.unread),
    [`GET ${CALL}`]: (request) => {
      if (backend.isDown) return json({ code: 'XX000', message: 'down' }, 400);
      const id = new URL(request.url).searchParams.get('id')?.replace('eq.', '');
      if (id === undefined) return json(backend.rows);
      return json(
        backend.rows
          .filter((row) => row.id === id)
          .map((row) =>
            Object.assign({}, row, { recipient: { push_notifications: backend.wantsPush } }),
          ),
      );
    },
    [`PATCH ${CALL}`]: () => {
      backend.unread = 0;
      return new Response(null, { status: 204 });
    },
    'GET /rest/v1/voice_drops': () => json([]),
  });
  const page = await openApp('/trending');
  onTestFinished(async () => void (await (await page.client.realtime()).disconnect()));
  const markRequests = () => requests.filter(({ method }) => method === 'PATCH').length;
  /** Whether a single notification has been requested, as for a notification by the browser. */
  const hasRequested = (id: string) => requests.some(({ url }) => url.includes(`id=eq.${id}`));
  return { ...page, backend, markRequests, hasRequested };
}

const bell = (unread: number) =>
  screen.findByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
  });
const findPopup = () => screen.findByRole('dialog', { name: 'Notifications' });

const channelJoined = () =>
  vi.waitFor(() => expect(realtime.listeningTo('notifications')).toHaveLength(1), {
    timeout: 25_000,
  });
const notify = (id: string) =>
  act(() => realtime.change({ type: 'INSERT', table: 'notifications', record: { id } }));

describe('the bell', () => {
  it('shows the unread count, announces it and puts it in the document’s title', async () => {
    await openWith(3);
    expect(await bell(3)).toHaveTextContent('3');
    expect(screen.getByText('3 unread notifications')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^\(3\) Trending/), { timeout: 25_000 });
  });

  it('counts beyond one page, and abbreviates thousands', async () => {
    const { backend, queryClient } = await openWith(0);
    expect(await bell(0)).toHaveTextContent(/^$/);
    backend.unread = 1250;
    await act(() => queryClient.invalidateQueries());
    expect(await bell(1250)).toHaveTextContent('1.3K');
  });

  it('raises the count when a notification for its recipient arrives', async () => {
    const { backend } = await openWith(1);
    await bell(1);
    await channelJoined();
    expect(realtime.listeningTo('notifications')[0]?.wishes).toMatchObject([
      { event: '*', table: 'notifications', filter: 'recipient_id=eq.id-of-mira' },
    ]);
    backend.unread = 2;
    notify('new');
    expect(await bell(2)).toBeVisible();
  });

  it('comes back with the top bar, which a scrolled page has hidden, when a notification arrives', async () => {
    const { backend } = await openWith(1);
    await bell(1);
    await channelJoined();
    await vi.dynamicImportSettled();
    const bar = screen.getByRole('banner');
    vi.stubGlobal('scrollY', 500);
    fireEvent.scroll(window);
    expect(bar).toHaveAttribute('data-hidden');
    backend.unread = 2;
    notify('new');
    await bell(2);
    expect(bar).not.toHaveAttribute('data-hidden');
  });

  it('lowers the count when another device has marked notifications as read', async () => {
    const { backend } = await openWith(4);
    await bell(4);
    await channelJoined();
    backend.unread = 0;
    act(() => realtime.change({ type: 'UPDATE', table: 'notifications', record: { id: 'a' } }));
    expect(await bell(0)).toBeVisible();
  });

  it('lowers the count when an unread notification was deleted', async () => {
    const { backend } = await openWith(1);
    await bell(1);
    await channelJoined();
    await vi.waitFor(() => expect(realtime.inTopic('notifications:id-of-mira')).toHaveLength(1));
    backend.unread = 0;
    act(() => realtime.broadcast('notifications:id-of-mira', 'deleted', {}));
    expect(await bell(0)).toBeVisible();
  });

  it('refetches the count when another tab has marked notifications as read', async () => {
    const { backend } = await openWith(2);
    await bell(2);
    await channelJoined();
    backend.unread = 0;
    const otherTab = new BroadcastChannel('undertone:edits');
    const post = otherTab.postMessage.bind(otherTab);
    post('read all');
    expect(await bell(0)).toBeVisible();
    otherTab.close();
  });
});

describe('the popup', () => {
  it('shows the latest four, and a link to all', async () => {
    const { router } = await openWith(6);
    await userEvent.click(await bell(6));
    const popup = within(await findPopup());
    expect(await popup.findAllByRole('listitem')).toHaveLength(4);
    await userEvent.click(popup.getByRole('link', { name: 'View all' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('follows a clicked notification, marks it as read and closes', async () => {
    const { router, markRequests } = await openWith(2);
    await userEvent.click(await bell(2));
    await userEvent.click(await screen.findByRole('link', { name: /Title n1/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voice-drop/drop-of-n1'));
    expect(markRequests()).toBe(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('marks all notifications as read on Mark All Read', async () => {
    await openWith(2);
    await userEvent.click(await bell(2));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark All Read' }));
    expect(await bell(0)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Mark All Read' })).toBeDisabled();
  });

  it('opens and closes by keyboard and by the bell, which regains the focus', async () => {
    await openWith(1);
    const button = await bell(1);
    button.focus();
    await userEvent.keyboard('{Enter}');
    const popup = await findPopup();
    await waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(popup).not.toBeInTheDocument());
    await waitFor(() => expect(button).toHaveFocus());
    await userEvent.click(button);
    await findPopup();
    await userEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('says that there are no notifications when there are none', async () => {
    await openWith(0);
    await userEvent.click(await bell(0));
    expect(await within(await findPopup()).findByText('No notifications yet')).toBeVisible();
  });

  it('shows an error when the list cannot be read, and Try Again reads it', async () => {
    const { backend } = await openWith(1);
    backend.isDown = true;
    await userEvent.click(await bell(1));
    const popup = within(await findPopup());
    expect(await popup.findByText('Failed to load notifications')).toBeVisible();
    backend.isDown = false;
    await userEvent.click(popup.getByRole('button', { name: 'Try Again' }));
    expect(await popup.findByRole('link', { name: /Title n0/ })).toBeVisible();
  });
});

describe('a notification by the browser', () => {
  /** The notifications that the browser has shown. */
  const shown: { title: string; body: string | undefined; click: () => void }[] = [];
  const askPermission = vi.fn<() => Promise<string>>();

  function fakeBrowserNotifications(permission: NotificationPermission, isForWorkersAlone = false) {
    shown.length = 0;
    class FakeNotification extends EventTarget {
      static permission = permission;
      static requestPermission = askPermission.mockImplementation(async () => {
        FakeNotification.permission = 'granted';
        return 'granted';
      });
      constructor(title: string, options: NotificationOptions = {}) {
        super();
        if (isForWorkersAlone) throw new TypeError('Illegal constructor');
        const click = () => void this.dispatchEvent(new Event('click'));
        shown.push({ title, body: options.body, click });
      }
      close() {}
    }
    vi.stubGlobal('Notification', FakeNotification);
    window.focus = () => {};
  }

  it('is shown while the page is hidden, and opens its subject on a click', async () => {
    fakeBrowserNotifications('granted');
    const { router, markRequests } = await openWith(1);
    await bell(1);
    await channelJoined();
    notify('n0');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    notify('n0');
    await waitFor(() =>
      expect(shown).toMatchObject([{ title: 'noor liked your voice drop', body: 'Title n0' }]),
    );
    act(() => shown[0]?.click());
    await waitFor(() => expect(router.state.location.pathname).toBe('/voice-drop/drop-of-n0'));
    expect(markRequests()).toBe(1);
  });

  it('is not shown to a recipient who has switched Push off', async () => {
    fakeBrowserNotifications('granted');
    const { backend, hasRequested } = await openWith(1);
    await bell(1);
    await channelJoined();
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    backend.wantsPush = false;
    notify('n0');
    await waitFor(() => expect(hasRequested('n0')).toBe(true));
    backend.wantsPush = true;
    backend.rows.push(notificationRow('later', { content: 'Later' }));
    notify('later');
    await waitFor(() => expect(shown.map(({ body }) => body)).toContain('Later'));
    expect(shown).toHaveLength(1);
  });

  /** Opens the notifications page as a person with Push on or off. */
  async function openPageOf(wantsPush: boolean) {
    const { router } = await openWith(0);
    const { requests } = fakeBackend({
      ...memberBackend,
      [`GET ${CALL}`]: () => json([]),
      'GET /rest/v1/profiles': () => json({ push_notifications: wantsPush }),
    });
    await act(() => router.navigate({ to: '/notifications' }));
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    return () => requests.filter(({ url }) => url.includes('push_notifications')).length;
  }

  it('is not offered when Push is off, nor in a browser that cannot show one', async () => {
    fakeBrowserNotifications('default');
    const settingReads = await openPageOf(false);
    await waitFor(() => expect(settingReads()).toBe(1));
    expect(screen.queryByRole('button', { name: 'Turn on' })).not.toBeInTheDocument();
    cleanup();
    fakeBrowserNotifications('default', true);
    await openPageOf(true);
    expect(screen.queryByRole('button', { name: 'Turn on' })).not.toBeInTheDocument();
  });

  it('is offered on the page until permission has been requested', async () => {
    fakeBrowserNotifications('default');
    await openPageOf(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    expect(askPermission).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull());
  });
});
