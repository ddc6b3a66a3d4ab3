import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { memberBackend } from '#test/member-backend.ts';
import { CONVERSATION, conversationRow, messageRow } from '#test/message-rows.ts';
import { openApp, reloadPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { removeOutgoingOf } from './outbox/outbox-store.ts';

const SIDES = '/rest/v1/conversation_participants';
const SEND = 'POST /rest/v1/rpc/send_message';

let realtime: ReturnType<typeof fakeRealtime>;

beforeEach(async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  // The page is in front of the person.
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  realtime = fakeRealtime();
  fakeIntersection();
  rememberSession('mira');
  await removeOutgoingOf('id-of-mira');
  return () => vi.restoreAllMocks();
});

/** A backend with one conversation, which stores what is sent and read. */
function prepare(side = conversationRow(), rows = [messageRow(1), messageRow(2)]) {
  const answers: Parameters<typeof fakeBackend>[0] = {
    ...memberBackend,
    [`HEAD ${SIDES}`]: () => counted(side.unread_count > 0 && side.is_accepted ? 1 : 0),
    [`GET ${SIDES}`]: ({ url }) => {
      const query = new URL(url).searchParams;
      const found = { ...side, latest: rows.at(-1) ?? null };
      if (query.has('conversation_id')) return json(found);
      return json(query.get('is_accepted') === `eq.${side.is_accepted}` ? [found] : []);
    },
    'GET /rest/v1/messages': ({ url }) => {
      const [bound, after] = new URL(url).searchParams.get('position')?.split('.') ?? [];
      if (bound !== 'gt') return json(rows.toReversed());
      return json(rows.filter(({ position }) => (position ?? 0) > Number(after)));
    },
    'POST /rest/v1/rpc/mark_read': async (request) => {
      const { position } = await request.json();
      Object.assign(side, { read_position: position, unread_count: 0 });
      return new Response(null, { status: 204 });
    },
    'POST /rest/v1/rpc/show_typing': () => new Response(null, { status: 204 }),
    [SEND]: async (request) => {
      const { id, content } = await request.json();
      const sent = rows.find((row) => row.id === id);
      const row = sent ?? messageRow(rows.length + 1, { id, content, place: 1 });
      if (!sent) rows.push(row);
      return json(row);
    },
  };
  const { requests } = fakeBackend(answers);
  const calls = (call: string) =>
    requests.filter(({ method, url }) => `${method} ${new URL(url).pathname}` === call);
  return { answers, rows, side, calls };
}

const log = () => screen.findByRole('log', { name: 'Messages with noor' });
const box = () => screen.findByRole('textbox', { name: 'Message to noor' });
const shown = async () =>
  within(await log())
    .getAllByRole('article')
    .map((article) => article.querySelector('p')?.textContent);

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

describe('the list', () => {
  it('says that there are no conversations yet, and what to do', async () => {
    prepare(conversationRow({ is_accepted: false }));
    await openApp('/messages');
    expect(await screen.findByText('No conversations yet')).toBeVisible();
    expect(screen.getByText('Select a conversation')).toBeVisible();
    expect(screen.getByPlaceholderText('Type a message...')).toBeDisabled();
  });

  it('shows the other person, the latest message and the number of unread ones, which is also at the link and in the title', async () => {
    prepare(conversationRow({ unread_count: 2 }));
    await openApp('/messages');
    const row = await screen.findByRole('link', { name: /noor/ });
    expect(row).toHaveTextContent('Message 2, 2 unread');
    const links = screen.getAllByRole('link', { name: 'Messages' });
    await waitFor(() => expect(links[0]).toHaveAccessibleDescription('1 unread conversation'));
    expect(document.title).toBe('(1) Messages · Undertone');
  });

  it('finds messages by words, and opens the conversation there', async () => {
    const { answers } = prepare();
    answers['POST /rest/v1/rpc/search_messages'] = () => json([messageRow(1)]);
    answers[`GET ${SIDES}`] = ({ url }) =>
      json(url.includes('conversation_id=eq') ? conversationRow() : [conversationRow()]);
    await openApp('/messages');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search messages' }), 'mess');
    await userEvent.click(await screen.findByRole('link', { name: /Message 1/ }));
    expect(await within(await log()).findByText('Message 1')).toBeVisible();
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Message 1'));
  });
});

describe('a conversation', () => {
  it('shows what is unread below a line, and marks it as read', async () => {
    const { calls } = prepare(conversationRow({ read_position: 1, unread_count: 1 }));
    await openApp(`/messages/${CONVERSATION}`);
    expect(await shown()).toEqual(['Message 1', 'Message 2']);
    const line = screen.getByRole('heading', { name: 'Unread' });
    const last = screen.getByText('Message 2', { selector: 'article p' });
    expect(line.compareDocumentPosition(last)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await waitFor(() => expect(calls('POST /rest/v1/rpc/mark_read')).toHaveLength(1));
    await waitFor(() => expect(document.title).toBe('Messages · Undertone'));
  });

  it('sends by Enter, and shows the message at once and that it was seen', async () => {
    const { answers, side } = prepare();
    const answer = Promise.withResolvers<void>();
    const send = answers[SEND]!;
    answers[SEND] = async (request) => {
      await answer.promise;
      return send(request);
    };
    await openApp(`/messages/${CONVERSATION}`);
    await userEvent.type(await box(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(await shown()).toEqual(['Message 1', 'Message 2', 'One\ntwo']);
    expect(await box()).toHaveValue('');
    expect(screen.getByText('Sending...')).toBeVisible();
    side.other_read_position = 3;
    answer.resolve();
    expect(await screen.findByText(/Seen/)).toBeVisible();
    expect(await shown()).toEqual(['Message 1', 'Message 2', 'One\ntwo']);
  });

  it('keeps a draft over a reload', async () => {
    prepare();
    await openApp(`/messages/${CONVERSATION}`);
    await userEvent.type(await box(), 'Not yet');
    await reloadPage();
    expect(await box()).toHaveValue('Not yet');
    await userEvent.clear(await box());
  });

  it('keeps what is written without a network over a reload, and then sends it in order, once each', async () => {
    const { answers, rows, calls } = prepare();
    await openApp(`/messages/${CONVERSATION}`);
    setOnline(false);
    for (const text of ['First', 'Second']) await userEvent.type(await box(), `${text}{Enter}`);
    expect(await screen.findAllByText('Waits for the network')).toHaveLength(2);
    await reloadPage();
    await waitFor(async () => expect(await shown()).toContain('Second'));
    // The answer to the first request is lost.
    const send = answers[SEND]!;
    answers[SEND] = async (request) => {
      answers[SEND] = send;
      await send(request);
      throw new TypeError('Failed to fetch');
    };
    setOnline(true);
    await waitFor(() => expect(rows).toHaveLength(4), { timeout: 10_000 });
    expect(rows.slice(2).map(({ content }) => content)).toEqual(['First', 'Second']);
    expect(calls(SEND)).toHaveLength(3);
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull());
    expect(await shown()).toEqual(['Message 1', 'Message 2', 'First', 'Second']);
  });

  it('says why a message was refused, and sends it again or discards it', async () => {
    const { answers, rows } = prepare();
    const send = answers[SEND]!;
    answers[SEND] = () => json({ code: 'PT429', message: 'Please wait a minute.' }, 429);
    await openApp(`/messages/${CONVERSATION}`);
    for (const text of ['One', 'Two']) await userEvent.type(await box(), `${text}{Enter}`);
    await waitFor(() =>
      expect(screen.getAllByText('Not sent. Please wait a minute.')).toHaveLength(2),
    );
    await userEvent.click(screen.getAllByRole('button', { name: 'Discard' })[0]!);
    answers[SEND] = send;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(rows.at(-1)?.content).toBe('Two'));
    await waitFor(async () => expect(await shown()).toEqual(['Message 1', 'Message 2', 'Two']));
  });

  it('shows that the other is writing, and reads and announces what arrives, but nothing deleted', async () => {
    const { rows } = prepare();
    await openApp(`/messages/${CONVERSATION}`);
    await log();
    const topic = 'person:id-of-mira';
    await waitFor(() => expect(realtime.inTopic(topic)).toHaveLength(1));
    act(() => realtime.broadcast(topic, 'typing', { conversation: CONVERSATION }));
    expect((await screen.findAllByText('Writing...')).length).toBeGreaterThan(0);
    rows.push(messageRow(3));
    act(() => realtime.broadcast(topic, 'message', { conversation: CONVERSATION, position: 3 }));
    expect(await screen.findByText('noor: Message 3')).toBeInTheDocument();
    expect(screen.queryByText('Writing...')).toBeNull();
    Object.assign(rows.at(-1)!, { content: null, deleted_at: new Date().toISOString() });
    act(() => realtime.broadcast(topic, 'message', { conversation: CONVERSATION, position: 3 }));
    expect(await screen.findByText('Deleted message', { selector: 'article p' })).toBeVisible();
    expect(screen.queryByText(/^noor: /)).toBeNull();
  });

  it('marks a message as read only once the log shows it, also if the list knows of it earlier', async () => {
    const { answers, rows, side, calls } = prepare();
    await openApp(`/messages/${CONVERSATION}`);
    await log();
    const topic = 'person:id-of-mira';
    await waitFor(() => expect(realtime.inTopic(topic)).toHaveLength(1));
    const readMessages = answers['GET /rest/v1/messages']!;
    const arrival = Promise.withResolvers<void>();
    answers['GET /rest/v1/messages'] = async (request) => {
      await arrival.promise;
      return readMessages(request);
    };
    rows.push(messageRow(3));
    side.unread_count = 1;
    act(() => realtime.broadcast(topic, 'message', { conversation: CONVERSATION, position: 3 }));
    await screen.findByText('Message 3');
    await waitFor(() => expect(document.title).toContain('(1)'));
    expect(calls('POST /rest/v1/rpc/mark_read')).toEqual([]);
    arrival.resolve();
    await waitFor(() => expect(side).toMatchObject({ read_position: 3, unread_count: 0 }));
  });

  it('no longer shows a message that was deleted for oneself on another device', async () => {
    const { rows, side } = prepare();
    await openApp(`/messages/${CONVERSATION}`);
    await log();
    const topic = 'person:id-of-mira';
    await waitFor(() => expect(realtime.inTopic(topic)).toHaveLength(1));
    rows.pop();
    side.latest_at = rows.at(-1)!.sent_at;
    act(() => realtime.broadcast(topic, 'conversation', { conversation: CONVERSATION }));
    await waitFor(async () => expect(await shown()).toEqual(['Message 1']));
  });

  it('deletes an own message for both', async () => {
    const { answers, rows, calls } = prepare(conversationRow(), [messageRow(1, { place: 1 })]);
    answers['POST /rest/v1/rpc/delete_message'] = () => {
      Object.assign(rows[0]!, { content: null, deleted_at: new Date().toISOString() });
      return new Response(null, { status: 204 });
    };
    await openApp(`/messages/${CONVERSATION}`);
    await log();
    const message = screen.getByRole('article');
    message.focus();
    fireEvent.keyDown(message, { key: 'Enter' });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete for both' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deleted message', { selector: 'article p' })).toBeVisible();
    const [request] = calls('POST /rest/v1/rpc/delete_message');
    expect(await request?.json()).toEqual({ message: messageRow(1).id, for_both: true });
  });
});

describe('a request', () => {
  const request = () =>
    prepare(conversationRow({ is_accepted: false, state: 'request' }), [
      messageRow(1, { content: null, duration: 4, waveform: [1, 2], filter_used: 'veil' }),
    ]);

  it('plays nothing, and takes no answer, until it is accepted', async () => {
    const { answers, side } = request();
    answers['POST /rest/v1/rpc/accept_conversation'] = () => {
      Object.assign(side, { is_accepted: true, state: 'open' });
      return new Response(null, { status: 204 });
    };
    await openApp('/messages');
    await userEvent.click(await screen.findByRole('tab', { name: /Requests/ }));
    await userEvent.click(await screen.findByRole('link', { name: /noor/ }));
    const play = await screen.findByRole('button', { name: 'Plays once you accept the request' });
    expect(play).toBeDisabled();
    expect(screen.queryByRole('textbox', { name: /Message to/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(
      await screen.findByRole('button', { name: /^Play Voice message from noor/ }),
    ).toBeEnabled();
    expect(await box()).toBeVisible();
  });

  it('is deleted after a question, and the list is shown again', async () => {
    const { answers, calls } = request();
    answers['POST /rest/v1/rpc/delete_conversation'] = () => new Response(null, { status: 204 });
    const { router } = await openApp(`/messages/${CONVERSATION}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(calls('POST /rest/v1/rpc/delete_conversation')).toHaveLength(1));
    expect(router.state.location.pathname).toBe('/messages');
    onTestFinished(() => vi.dynamicImportSettled());
  });
});
