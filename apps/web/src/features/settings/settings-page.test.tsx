import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { areLetterKeysOn } from '#features/player/letter-keys.ts';
import { setTheme } from '#lib/theme.ts';
import { counted, type fakeBackend, json } from '#test/fake-backend.ts';
import { openSettings } from '#test/open-settings.ts';
import { rememberSession } from '#test/session.ts';
import { accountRow, settingsRow } from '#test/settings-row.ts';
import { testSettings } from '#test/test-app.ts';

type Answers = Parameters<typeof fakeBackend>[0];
type Row = ReturnType<typeof settingsRow>;

const PROFILES = '/rest/v1/profiles';
const AVAILABLE = 'POST /rest/v1/rpc/check_username_available';

const failed = (code: string, status = 500) => json({ code, message: `It was ${code}` }, status);
const never = () => Promise.withResolvers<Response>().promise;

beforeEach(() => {
  rememberSession('mira');
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  setTheme('system');
  document.documentElement.removeAttribute('data-theme');
});

/** Opens the page with a fake profile that stores what is saved. */
async function open(changes: Partial<Row> = {}, more: Answers = {}, settings = testSettings) {
  const answers = { [AVAILABLE]: () => json(true), ...more };
  const page = await openSettings(answers, changes, settings);
  return { ...page, saves: () => page.sent('POST', PROFILES) };
}

const ready = () => screen.findByRole('heading', { name: 'Profile Settings' });
const username = () => screen.getByLabelText('Username');
const bio = () => screen.getByLabelText('Bio');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
const turn = (name: string) => userEvent.click(screen.getByRole('switch', { name }));

const rename = async (name: string) => {
  await userEvent.clear(username());
  if (name !== '') await userEvent.type(username(), name);
};

it.each([
  [
    true,
    'For everyone who may listen to them, and in podcast apps, which get your name and bio, too, and keep what they fetch.',
  ],
  [false, 'For everyone who may listen to them.'],
])(
  'says what allowing downloads makes public, with podcast feeds: %s',
  async (podcastFeeds, hint) => {
    await open({}, {}, { ...testSettings, podcastFeeds });
    await ready();
    const downloads = screen.getByRole('switch', { name: 'Allow download of my drops' });
    expect(downloads).toHaveAccessibleDescription(hint);
  },
);

function fakePermission(permission: NotificationPermission, answer: NotificationPermission) {
  class FakeNotification extends EventTarget {
    static permission = permission;
    static requestPermission = vi.fn<() => Promise<void>>(async () => {
      FakeNotification.permission = answer;
    });
  }
  vi.stubGlobal('Notification', FakeNotification);
  return FakeNotification.requestPermission;
}

const push = () => screen.findByRole('switch', { name: 'Push' });

it.each([
  ['granted', true, false, /^From your browser, while Undertone is open/],
  ['default', false, false, /It asks you first\.$/],
  ['denied', false, true, /^Blocked by your browser/],
] as const)(
  'shows Push as it works in this browser: %s',
  async (permission, isOn, isDisabled, hint) => {
    fakePermission(permission, permission);
    await open();
    expect((await push()).getAttribute('aria-checked')).toBe(String(isOn));
    expect((await push()).hasAttribute('disabled')).toBe(isDisabled);
    expect(await push()).toHaveAccessibleDescription(hint);
  },
);

it.each([
  ['granted', true],
  ['denied', false],
] as const)('asks the browser when Push is switched on, which is then %s', async (answer, isOn) => {
  const ask = fakePermission('default', answer);
  await open({ push_notifications: false });
  await userEvent.click(await push());
  expect(ask).toHaveBeenCalledOnce();
  await waitFor(async () => expect((await push()).getAttribute('aria-checked')).toBe(String(isOn)));
  expect(screen.queryByText('Unsaved changes') !== null).toBe(isOn);
});

it('says how many requests to follow are approved before an account goes public', async () => {
  await open({ is_private: true }, { 'HEAD /rest/v1/follow_requests': () => counted(3) });
  await ready();
  await screen.findByRole('heading', { name: 'Follow requests' });
  await turn('Private Account');
  expect(screen.getByRole('switch', { name: 'Private Account' })).toHaveAccessibleDescription(
    'When you save, your account is public, and all 3 requests to follow you are approved.',
  );
});

it('shows a loading state', async () => {
  await open({}, { [`GET ${PROFILES}`]: never });
  expect(await screen.findByText('Loading settings...')).toBeVisible();
});

it('switches single-letter shortcuts at once on this device, without saving', async () => {
  const { saves } = await open();
  const control = await screen.findByRole('switch', { name: 'Single-letter shortcuts' });
  expect(control).toBeChecked();
  await userEvent.click(control);
  expect(control).not.toBeChecked();
  expect(areLetterKeysOn()).toBe(false);
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
  await userEvent.click(control);
  expect(areLetterKeysOn()).toBe(true);
  expect(saves()).toHaveLength(0);
});

it('shows the backend’s message when loading fails, and retries on request', async () => {
  const { answers, profile } = await open({}, { [`GET ${PROFILES}`]: () => failed('57014') });
  expect(await screen.findByText('Error loading settings')).toBeVisible();
  expect(screen.getByText('It was 57014')).toBeVisible();
  answers[`GET ${PROFILES}`] = () => json(profile.row);
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await ready()).toBeVisible();
});

it('shows its own message when the backend sends none', async () => {
  await open({}, { [`GET ${PROFILES}`]: () => new Response('bad gateway', { status: 404 }) });
  expect(await screen.findByText('Failed to load your settings')).toBeVisible();
});

it('shows every card with the saved settings', async () => {
  await open({ bio: 'Only at night.', email_notifications: true, autoplay: false });
  await ready();
  const card = (name: string) => within(screen.getByRole('region', { name }));
  expect(username()).toHaveValue('Mira');
  expect(bio()).toHaveValue('Only at night.');
  expect(screen.getByText('14/160 characters')).toBeVisible();
  const cards = {
    'Profile Settings': { 'Private Account': false },
    Notifications: {
      // The browser of these tests cannot show notifications.
      Push: false,
      Email: true,
      'Likes on my drops': true,
      'Replies to my drops': true,
      'New followers': true,
      Mentions: true,
      'New drops': true,
      Messages: true,
      'Names on the lock screen': false,
    },
    'Privacy & Safety': {
      'Read receipts': true,
      'Block inappropriate content': true,
      'Allow anonymous messages': false,
      'Allow download of my drops': false,
      'Show what I liked': false,
    },
    Appearance: {
      'Dark Mode': false,
      'Same theme as the device': true,
      'Autoplay voice drops': false,
    },
  };
  for (const [name, switches] of Object.entries(cards)) {
    const found = card(name)
      .getAllByRole('switch')
      .map((each) => [each.getAttribute('aria-checked'), each]);
    expect(found).toHaveLength(Object.keys(switches).length);
    for (const [label, on] of Object.entries(switches)) {
      const control = card(name).getByRole('switch', { name: label });
      expect([label, control.getAttribute('aria-checked')]).toEqual([label, String(on)]);
    }
  }
  expect(card('Blocked Users').getByRole('button')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Security' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent('Miramira@example.org');
});

it('links to four pages, each in a new tab', async () => {
  await open();
  await ready();
  const links = within(screen.getByRole('region', { name: 'Support & Information' })).getAllByRole(
    'link',
  );
  expect(
    links.map((link) => [
      link.textContent?.replace(' (opens in a new tab)', ''),
      link.getAttribute('href'),
      link.getAttribute('target'),
    ]),
  ).toEqual([
    ['Help Center', '/faqs', '_blank'],
    ['Privacy Policy', '/privacy', '_blank'],
    ['Terms of Service', '/terms', '_blank'],
    ['About', '/about', '_blank'],
  ]);
});

it('leads to the decisions about the person, also before there is one', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Statements' });
  expect(link).toHaveAttribute('href', '/statements');
});

it('keeps edits on the page until they are saved, all in one upsert', async () => {
  const { saves, queryClient } = await open();
  await ready();
  await userEvent.type(bio(), ' Up late 🌒 ');
  await turn('Private Account');
  await turn('Likes on my drops');
  await turn('Allow download of my drops');
  expect(saves()).toEqual([]);
  expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
  await save();
  expect(await screen.findByText('Settings saved')).toBeVisible();
  expect(screen.getByText('Your settings have been updated successfully')).toBeVisible();
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
  const [request] = saves();
  expect(new URL(request?.url ?? '').searchParams.get('on_conflict')).toBe('user_id');
  expect(await request?.json()).toEqual({
    ...settingsRow(),
    bio: 'Up late 🌒',
    is_private: true,
    likes_notifications: false,
    allow_downloads: true,
  });
  expect(bio()).toHaveValue('Up late 🌒');
  expect(queryClient.getQueryData(dropKeys.recent())).toBeUndefined();
});

it.each([
  ['New drops', accountRow({ drops_notifications: false })],
  ['Show what I liked', accountRow({ shows_likes: true })],
])('saves %s with the settings that only their owner reads', async (label, account) => {
  const { profile, sent } = await open();
  await ready();
  await turn(label);
  await save();
  expect(await screen.findByText('Settings saved')).toBeVisible();
  expect(profile.row.account).toEqual(account);
  const turned = screen.getByRole('switch', { name: label });
  expect(turned).toHaveAttribute('aria-checked', String(label !== 'New drops'));
  const [request] = sent('PATCH', '/rest/v1/account_settings');
  expect(new URL(request?.url ?? '').searchParams.get('user_id')).toBe('eq.id-of-mira');
});

it('saves who may write messages, and what others learn of them', async () => {
  const { profile } = await open();
  await ready();
  await turn('Messages');
  await turn('Names on the lock screen');
  await turn('Read receipts');
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Who may write to you' })).getByLabelText('Nobody'),
  );
  await save();
  expect(await screen.findByText('Settings saved')).toBeVisible();
  expect(profile.row.account).toEqual(
    accountRow({
      messages_notifications: false,
      names_on_lock_screen: true,
      read_receipts: false,
      messages_from: 'nobody',
    }),
  );
});

it('keeps settings that another device has saved since the page was opened', async () => {
  const { profile, saves } = await open();
  await ready();
  profile.row.email_notifications = true;
  await turn('Private Account');
  await save();
  await screen.findByText('Settings saved');
  expect(await saves()[0]?.json()).toMatchObject({ email_notifications: true, is_private: true });
});

it('shows Saving... and disables the button while saving', async () => {
  const answer = Promise.withResolvers<Response>();
  const { saves } = await open({}, { [`POST ${PROFILES}`]: () => answer.promise });
  await ready();
  await turn('Private Account');
  await save();
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
  answer.resolve(json(settingsRow({ is_private: true }), 201));
  expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeEnabled();
  expect(saves()).toHaveLength(1);
});

it.each([
  ['the backend’s message', () => failed('57014'), 'It was 57014'],
  [
    'its own message',
    () => new Response('bad gateway', { status: 502 }),
    'Failed to save your settings',
  ],
] as const)('shows %s when saving fails, and keeps every edit', async (_whose, answer, words) => {
  const { answers, profile } = await open({}, { [`POST ${PROFILES}`]: answer });
  await ready();
  await userEvent.type(bio(), 'Up late');
  await turn('Private Account');
  await save();
  expect(await screen.findByText('Error saving settings')).toBeVisible();
  // Once, at the button until the next attempt.
  expect(screen.getByText(words)).toBeVisible();
  expect(bio()).toHaveValue('Up late');
  expect(screen.getByRole('switch', { name: 'Private Account' })).toBeChecked();
  answers[`POST ${PROFILES}`] = async (request) =>
    json({ ...profile.row, ...(await request.json()) });
  await save();
  expect(await screen.findByText('Settings saved')).toBeVisible();
});

it.each([
  ['the check', { [AVAILABLE]: () => json(false) }, 0],
  ['the database', { [`POST ${PROFILES}`]: () => failed('23505', 409) }, 1],
])('saves nothing when %s reports that the username is taken', async (_who, answers, writes) => {
  const { saves } = await open({}, answers);
  await ready();
  await rename('noor');
  await save();
  expect(await screen.findByText('Username not available')).toBeVisible();
  expect(username()).toHaveAccessibleDescription(
    'This username is already taken. Please choose another one.',
  );
  expect(saves()).toHaveLength(writes);
  expect(username()).toHaveValue('noor');
  expect(username()).toHaveFocus();
  expect(username()).toBeInvalid();
});

it('checks a new username for the account while it is typed', async () => {
  const { answers, requests } = await open();
  await ready();
  await rename('no');
  expect(await screen.findByText('Username must be at least 3 characters')).toBeVisible();
  await userEvent.type(username(), 'or');
  expect(await screen.findByText('Username is available!')).toBeVisible();
  const check = requests.find(({ url }) => url.includes('check_username_available'));
  expect(await check?.json()).toEqual({
    username_to_check: 'noor',
    current_user_id: 'id-of-mira',
  });
  answers[AVAILABLE] = () => json(false);
  await userEvent.type(username(), 'a');
  expect(await screen.findByText('This username is already taken')).toBeVisible();
});

it('a user can change the case of their username, and an unchanged one is not checked', async () => {
  const { requests, saves } = await open();
  const checks = () => requests.filter(({ url }) => url.includes('check_username_available'));
  await ready();
  await turn('Private Account');
  await save();
  await screen.findByText('Settings saved');
  expect(checks()).toEqual([]);
  await rename('MIRA');
  await save();
  await waitFor(() => expect(saves()).toHaveLength(2));
  expect(checks().length).toBeGreaterThan(0);
  expect(await saves()[1]?.json()).toMatchObject({ username: 'MIRA' });
});

it.each(['', 'night owl'])('refuses %j as a username', async (name) => {
  const { saves } = await open();
  await ready();
  await rename(name);
  await save();
  expect(await screen.findByText('Invalid username')).toBeVisible();
  expect(saves()).toEqual([]);
});

it('an account that never had a username can save without one', async () => {
  const { saves } = await open({ username: null });
  await ready();
  await turn('Private Account');
  await save();
  await screen.findByText('Settings saved');
  expect(await saves()[0]?.json()).toMatchObject({ username: null });
});

it('limits the bio to 160 characters, counting an emoji as one', async () => {
  await open();
  await ready();
  await userEvent.click(bio());
  await userEvent.paste('🌒'.repeat(161));
  expect(screen.getByText('160/160 characters')).toBeVisible();
  expect(bio()).toHaveValue('🌒'.repeat(160));
});

it('applies the dark theme once it is saved, and then the light one', async () => {
  const { saves } = await open();
  const theme = () => document.documentElement.dataset['theme'];
  await ready();
  await turn('Dark Mode');
  expect(theme()).toBeUndefined();
  await save();
  await waitFor(() => expect(theme()).toBe('dark'));
  expect(await saves()[0]?.json()).toMatchObject({ dark_mode: true, dark_mode_chosen: true });
  await turn('Dark Mode');
  await save();
  await waitFor(() => expect(theme()).toBe('light'));
  expect(await saves()[1]?.json()).toMatchObject({ dark_mode: false, dark_mode_chosen: true });
});

it('uses the device’s theme until the user has chosen one', async () => {
  localStorage.setItem('undertone:theme', 'dark');
  document.documentElement.dataset['theme'] = 'dark';
  const { saves } = await open();
  await ready();
  await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-theme'));
  await turn('Private Account');
  await save();
  await screen.findByText('Settings saved');
  expect(await saves()[0]?.json()).toMatchObject({ dark_mode: false, dark_mode_chosen: false });
});

it('can return to the device’s theme after one was chosen', async () => {
  const { saves } = await open({ dark_mode: true, dark_mode_chosen: true });
  const isOn = (name: string) =>
    screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true';
  await ready();
  expect([isOn('Dark Mode'), isOn('Same theme as the device')]).toEqual([true, false]);
  await turn('Same theme as the device');
  expect([isOn('Dark Mode'), isOn('Same theme as the device')]).toEqual([false, true]);
  await save();
  await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-theme'));
  expect(await saves()[0]?.json()).toMatchObject({ dark_mode: false, dark_mode_chosen: false });
});

it('keeps the visible theme when the device’s theme is switched off', async () => {
  const { saves } = await open();
  await ready();
  await turn('Same theme as the device');
  await save();
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'light'));
  expect(await saves()[0]?.json()).toMatchObject({ dark_mode: false, dark_mode_chosen: true });
});

it('applies the dark theme when another device has saved it', async () => {
  await open({ dark_mode: true });
  await ready();
  expect(screen.getByRole('switch', { name: 'Dark Mode' })).toBeChecked();
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
});

it('refetches every list of drops when the filter for inappropriate content changes', async () => {
  const { queryClient } = await open();
  await ready();
  queryClient.setQueryData(dropKeys.recent(), { pages: [], pageParams: [] });
  await turn('Private Account');
  await save();
  await screen.findByText('Settings saved');
  expect(queryClient.getQueryData(dropKeys.recent())).toBeDefined();
  await turn('Block inappropriate content');
  await save();
  await waitFor(() => expect(queryClient.getQueryData(dropKeys.recent())).toBeUndefined());
});

it('restores the saved settings when the user discards the edits', async () => {
  const { saves } = await open();
  await ready();
  await userEvent.type(bio(), 'Up late');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(bio()).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveFocus();
  expect(saves()).toEqual([]);
});

it('asks for confirmation before the user leaves with unsaved edits', async () => {
  const { router } = await open();
  await ready();
  await userEvent.type(bio(), 'Up late');
  void router.navigate({ to: '/trending' });
  const findQuestion = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await userEvent.click(within(await findQuestion()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(bio()).toHaveValue('Up late');
  void router.navigate({ to: '/trending' });
  await userEvent.click(within(await findQuestion()).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
});

it('asks for confirmation before the tab is closed only while edits are unsaved', async () => {
  await open();
  await ready();
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    // Other modules of the same worker receive it too, and would consider the page left.
    dispatchEvent(new Event('pageshow'));
    return event.defaultPrevented;
  };
  expect(closing()).toBe(false);
  await turn('Private Account');
  expect(closing()).toBe(true);
  await turn('Private Account');
  expect(closing()).toBe(false);
});

it('asks for confirmation before the user logs out with unsaved edits', async () => {
  const { router } = await open(
    {},
    { 'POST /auth/v1/logout': () => new Response(null, { status: 204 }) },
  );
  await ready();
  await turn('Private Account');
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  expect(router.state.location.pathname).toBe('/settings');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
});
