import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { openDesk } from '#test/open-desk.tsx';
import { reloadPage } from '#test/open-page.tsx';

const QUEUE = 'POST /rest/v1/rpc/desk_queue';
const CASE = 'POST /rest/v1/rpc/desk_case';
const DECIDE = 'POST /rest/v1/rpc/desk_decide';
const UNDO = 'POST /rest/v1/rpc/desk_undo';

const account = (username: string) => ({
  user_id: `id-of-${username}`,
  username,
  avatar_url: null,
});

const caseRow = (id: string, columns: object = {}) => ({
  id,
  kind: 'drop',
  subject_id: `drop-${id}`,
  person: account('ada'),
  is_hidden: false,
  opened_at: '2026-11-28T09:30:00Z',
  latest_at: '2026-11-28T09:30:00Z',
  closed_at: null,
  report_count: 3,
  reasons: { harassment: 2, other: 1 },
  assigned_to: null,
  assigned_at: null,
  excerpt: `Title ${id}`,
  has_clip: true,
  is_flagged: true,
  is_overdue: false,
  reporters: { decided: 4, upheld: 3 },
  details: {},
  ...columns,
});

const fileRow = (id: string, columns: object = {}) => ({
  case: caseRow(id),
  measures: ['none', 'label', 'limit', 'remove', 'warn', 'suspend', 'ban'],
  evidence: [
    {
      id: 7,
      position: 0,
      kind: 'drop',
      is_of_person: true,
      author: account('ada'),
      words: `Title ${id}`,
      facts: { hashtags: ['night'], duration: 3, waveform: [1, 9], filter_used: 'deep' },
      bucket: 'voice-drops',
      path: 'id-of-ada/a.mp3',
      written_at: '2026-11-28T09:00:00Z',
      taken_at: '2026-11-28T09:30:00Z',
    },
  ],
  subject: { kind: 'drop', exists: true, title: `Title ${id}`, is_flagged: true },
  reports: [
    {
      id: 'report',
      reason: 'harassment',
      description: 'Leave her alone',
      created_at: '2026-11-28T09:30:00Z',
      counts_to_hide: true,
      reporter: { ...account('ben'), decided: 4, upheld: 3 },
    },
  ],
  thread: [],
  person: {
    ...account('ada'),
    bio: null,
    created_at: '2026-11-01T09:00:00Z',
    restriction: null,
    cases: 1,
    decisions: 0,
    upheld_appeals: 0,
  },
  decisions: [],
  earlier: [],
  appeal: null,
  messages_open_until: null,
  restorable_until: null,
  ...columns,
});

/** Opens a page of the desk for a moderator. */
const openCases = (path: string, answers = {}) =>
  openDesk(path, 'moderator', {
    'POST /rest/v1/rpc/desk_assign': () => new Response(null, { status: 204 }),
    [QUEUE]: () =>
      json({
        cases: [caseRow('a'), caseRow('b')],
        next: null,
        counts: { open: 2, mine: 0, overdue: 0 },
      }),
    [CASE]: async (request) => {
      const { case: id }: { case: string } = await request.json();
      return json(fileRow(id));
    },
    ...answers,
  });

const caseHeading = (title: string) => screen.findByRole('heading', { name: title, level: 2 });

it('a request that its owner has cancelled is closed, and not decided', async () => {
  const closed = { kind: 'lost-factor', closed_at: '2026-11-28T09:40:00Z' };
  await openCases('/desk/queue/a', {
    [CASE]: () => json(fileRow('a', { case: caseRow('a', closed), measures: [] })),
  });
  expect(await screen.findByText(/^Lost second factor · opened/)).toHaveTextContent(/· closed/);
});

it('a case is opened, decided and undone by keys alone; the reports suggest rule and reasons', async () => {
  const { router, bodiesOf } = await openCases('/desk/queue?kind=drop', {
    [DECIDE]: () => json({ decision: 'decision', undo_until: '2026-11-28T09:30:10Z' }),
    [UNDO]: () => new Response(null, { status: 204 }),
  });
  expect(await screen.findByText('2 open · 0 yours')).toBeVisible();
  expect(await bodiesOf(QUEUE)).toMatchObject([{ filters: { kind: 'drop' } }]);
  const row = screen.getByRole('link', { name: /Title a/ });
  expect(row).toHaveTextContent(
    /Voice drop by .?ada.?3 reports.*3 of 4 earlier reports upheld.*Hidden by reports.*Harassment.*Other/,
  );
  await userEvent.keyboard('jkj{Enter}');
  expect(await caseHeading('Title b')).toBeVisible();
  await userEvent.keyboard('k');
  expect(await caseHeading('Title a')).toBeVisible();

  await userEvent.keyboard('r');
  const form = within(screen.getByRole('heading', { name: 'Decision' }).closest('section')!);
  await waitFor(() => expect(form.getByRole('radio', { name: 'Remove' })).toHaveFocus());
  expect(form.getByRole('button', { name: 'Remove it' })).toBeVisible();
  expect(form.getByRole('combobox', { name: 'Rule' })).toHaveValue('harassment');
  const words = form.getByRole('textbox', { name: 'Reasons' });
  expect(words).toHaveDisplayValue(/^It attacks, threatens or humiliates/);
  await userEvent.type(words, ' Be kind.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Removed')).toBeInTheDocument();
  expect(await bodiesOf(DECIDE)).toEqual([
    {
      case: 'a',
      measure: 'remove',
      rule: 'harassment',
      words: expect.stringMatching(/^It attacks.* Be kind\.$/),
    },
  ]);
  expect(await caseHeading('Title b')).toBeVisible();

  await userEvent.keyboard('u');
  expect(await caseHeading('Title a')).toBeVisible();
  expect(await bodiesOf(UNDO)).toEqual([{ decision: 'decision' }]);
  expect(await screen.findByRole('textbox', { name: 'Reasons' })).toHaveDisplayValue(/Be kind\.$/);
  expect(router.state.location.href).toBe('/desk/queue/a?kind=drop');
});

it('what was written of a decision stays when the second factor is lost, and after a reload', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const needed = { code: 'PT403', message: 'The desk takes your second factor.', hint: 'aal2' };
  const { backend } = await openCases('/desk/queue/a', { [DECIDE]: () => json(needed, 403) });
  await caseHeading('Title a');
  await userEvent.click(screen.getByRole('radio', { name: 'Warn' }));
  const words = screen.getByRole('textbox', { name: 'Reasons' });
  await userEvent.clear(words);
  await userEvent.type(words, 'She asked you to stop.');
  await userEvent.click(screen.getByRole('button', { name: 'Warn the person' }));
  expect(await screen.findByRole('dialog', { name: 'Your second factor, please' })).toBeVisible();

  backend[DECIDE] = () => json({ decision: 'decision', undo_until: '2026-11-28T09:30:10Z' });
  await reloadPage();
  await caseHeading('Title a');
  expect(screen.getByRole('radio', { name: 'Warn' })).toBeChecked();
  expect(screen.getByRole('textbox', { name: 'Reasons' })).toHaveValue('She asked you to stop.');
  await userEvent.click(screen.getByRole('button', { name: 'Warn the person' }));
  expect(await screen.findByText('The person was warned')).toBeInTheDocument();
});

it('the words of a message and its anonymous sender are shown for a reason only', async () => {
  const message = {
    case: caseRow('a', { kind: 'message', person: null, is_hidden: true, excerpt: null }),
    measures: ['none', 'warn', 'suspend', 'ban'],
    evidence: [],
    subject: { kind: 'message', exists: true },
    person: null,
  };
  const OPEN = 'POST /rest/v1/rpc/desk_open_messages';
  const SHOW = 'POST /rest/v1/rpc/desk_show_sender';
  const { bodiesOf } = await openCases('/desk/queue/a', {
    [CASE]: () => json(fileRow('a', message)),
    [OPEN]: () => json([]),
    [SHOW]: () => json(account('ada')),
  });
  await caseHeading('An anonymous message');
  await userEvent.click(screen.getByRole('button', { name: 'Open the messages' }));
  const question = within(await screen.findByRole('dialog', { name: 'Open the messages' }));
  await userEvent.click(question.getByRole('button', { name: 'Open' }));
  expect(await question.findByText('Say why: the log keeps the reason')).toBeVisible();
  await userEvent.type(question.getByRole('textbox', { name: 'Why' }), 'A threat');
  await userEvent.click(question.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await bodiesOf(OPEN)).toEqual([{ case: 'a', reason: 'A threat' }]);

  await userEvent.click(screen.getByRole('button', { name: 'Show the sender' }));
  const other = within(await screen.findByRole('dialog', { name: 'Show the sender' }));
  await userEvent.type(other.getByRole('textbox', { name: 'Why' }), 'To suspend them');
  await userEvent.click(other.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await bodiesOf(SHOW)).toEqual([{ case: 'a', reason: 'To suspend them' }]);
});

it('a case of a person shows the picture they had, and no clip', async () => {
  const path = 'avatars/id-of-ada_1.webp';
  const SIGN = 'POST /storage/v1/object/sign/voice-drops';
  const person = { kind: 'person', words: null, facts: { username: 'ada' }, path };
  const { evidence } = fileRow('a');
  const { bodiesOf } = await openCases('/desk/queue/a', {
    [CASE]: () => json(fileRow('a', { evidence: [{ ...evidence[0], ...person }] })),
    [SIGN]: () => json([{ path, signedURL: '/object/sign/kept?token=t', error: null }]),
  });
  await caseHeading('Title a');
  await waitFor(() => {
    expect(document.querySelector('main img')).toHaveAttribute(
      'src',
      expect.stringContaining('/object/sign/kept?token=t'),
    );
  });
  expect(await bodiesOf(SIGN)).toMatchObject([{ paths: [path] }]);
  expect(screen.queryByRole('button', { name: '2×' })).toBeNull();
});

describe('a contact message', () => {
  const ANSWER = 'POST /rest/v1/rpc/desk_answer';

  /** Opens the case of a message on a site that sends mails, or does not, and writes an answer. */
  const writeAnswer = async (sendsMail: boolean, answers: object = {}) => {
    const details = { name: 'Ida', email: 'ida@example.org', subject: 'My voice', message: 'Help' };
    const contact = {
      case: caseRow('a', { kind: 'contact', person: null, details, excerpt: null }),
      measures: ['none'],
      evidence: [],
      reports: [],
      subject: { kind: 'contact', exists: false },
      person: null,
    };
    const desk = await openCases('/desk/queue/a', {
      [CASE]: () => json(fileRow('a', contact)),
      [ANSWER]: () => new Response(null, { status: 204 }),
      'GET /functions/v1/push': () => json({ publicKey: 'AQID', sendsMail }),
      ...answers,
    });
    await caseHeading('My voice');
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Your answer' }),
      'We look at it.',
    );
    return desk;
  };

  it('is answered by mail; the answer stays until it was sent', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { backend, bodiesOf } = await writeAnswer(true, {
      [ANSWER]: () => json({ code: 'PT404', message: 'There is no such message' }, 404),
    });
    expect(screen.getByRole('link', { name: 'ida@example.org' })).toHaveAttribute(
      'href',
      'mailto:ida@example.org',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send by mail' }));
    expect(await screen.findByText('There is no such message')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('We look at it.');
    backend[ANSWER] = () => new Response(null, { status: 204 });
    await userEvent.click(screen.getByRole('button', { name: 'Send by mail' }));
    expect(await screen.findByText('The answer is on its way')).toBeInTheDocument();
    const sent = { case: 'a', words: 'We look at it.', is_mailed: true };
    expect(await bodiesOf(ANSWER)).toEqual([sent, sent]);
  });

  it('is answered by hand where the site sends no mails', async () => {
    const user = userEvent.setup();
    const { bodiesOf } = await writeAnswer(false);
    await user.click(await screen.findByRole('button', { name: 'Copy address' }));
    expect(await screen.findByText('Address copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('ida@example.org');
    expect(screen.queryByText(/mailed/i)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Mark as answered' }));
    expect(await screen.findByText('Marked as answered')).toBeInTheDocument();
    expect(await bodiesOf(ANSWER)).toEqual([
      { case: 'a', words: 'We look at it.', is_mailed: false },
    ]);
  });
});

it('the address to which menus of the app lead opens the case, once, and stays out of the history', async () => {
  const OPEN = 'POST /rest/v1/rpc/desk_open';
  const { backend, bodiesOf, router } = await openCases('/desk/queue/open/comment/some-comment', {
    [OPEN]: () => json('a'),
  });
  await caseHeading('Title a');
  expect(router.state.location.href).toBe('/desk/queue/a');
  expect(router.history.canGoBack()).toBe(false);
  expect(await bodiesOf(OPEN)).toEqual([{ kind: 'comment', subject: 'some-comment' }]);

  vi.spyOn(console, 'error').mockReturnValue();
  backend[OPEN] = () => json({ code: 'PT404', message: 'There is no such drop.' }, 404);
  await router.navigate({ to: '/desk/$', params: { _splat: 'queue/open/drop/own-drop' } });
  expect(await screen.findByText('There is no such case')).toBeVisible();
});
