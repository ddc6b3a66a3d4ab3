import { RANKING_HALF_LIFE_HOURS, RANKING_WEIGHTS } from '@undertone/domain/ranking';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  COMMENT_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  HASHTAGS_MAX,
  MENTIONS_MAX,
  RECORDING_MAX_SECONDS,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
  VOICE_DROP_MAX_SECONDS,
} from '@undertone/domain/limits';
import { VOICE_FILTERS } from '@undertone/domain/voice-filter';
import { PEAK_COUNT } from '@undertone/voice/peaks';
import { expect, it, vi } from 'vitest';
import type { Settings } from '#lib/site-settings.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { testSettings } from '#test/test-app.ts';

const MINIMUM_AGE_YEARS = 13;
const POLICY_MINUTES = VOICE_DROP_MAX_SECONDS / 60;

async function open(
  path: string,
  answers: Parameters<typeof fakeBackend>[0] = {},
  settings?: Settings,
) {
  const { requests } = fakeBackend(answers);
  await openPage(path, settings);
  const main = within(await screen.findByRole('main'));
  return { requests, main };
}

it.each([
  ['/about', 'Dear stranger,'],
  ['/jobs', 'Jobs'],
  ['/faqs', 'Questions people ask'],
  ['/contact', 'Contact us'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms of Use'],
  ['/community-guidelines', 'Community Guidelines'],
  ['/voice-usage', 'Voice Usage'],
])('%s opens for everyone and asks the server for nothing', async (path, heading) => {
  const { requests, main } = await open(path);
  expect(await main.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(requests.filter(({ url }) => url.includes('/rest/'))).toEqual([]);
});

it('/community redirects to the guidelines', async () => {
  const { main } = await open('/community');
  expect(
    await main.findByRole('heading', { level: 1, name: 'Community Guidelines' }),
  ).toBeVisible();
  expect(location.pathname).toBe('/community-guidelines');
});

it('a public page’s footer has the groups of links', async () => {
  await open('/jobs');
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Company',
    'Support',
    'Safety',
    'Install App',
  ]);
  expect(
    footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['About', '/about'],
    ['Jobs', '/jobs'],
    ['FAQs', '/faqs'],
    ['Contact us', '/contact'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Use', '/terms'],
    ['Community Guidelines', '/community-guidelines'],
    ['Voice Usage', '/voice-usage'],
  ]);
  expect(footer.getByText('Soon on the App Store')).toBeVisible();
  expect(footer.getByText(/© 2025/)).toBeVisible();
});

it('/faqs has at least four questions in each of four categories, which open and close', async () => {
  const { main } = await open('/faqs');
  const titles = ['Getting Started', 'Privacy & Safety', 'Community', 'Technical'];
  for (const title of titles) {
    const section = main.getByRole('heading', { level: 2, name: title }).closest('section');
    expect(section?.querySelectorAll('details').length).toBeGreaterThanOrEqual(4);
  }
  const question = main.getByText('What is a voice drop?');
  const answer = main.getByText(/A short clip of somebody talking/);
  expect(answer).not.toBeVisible();
  await userEvent.click(question);
  expect(answer).toBeVisible();
  await userEvent.click(question);
  expect(answer).not.toBeVisible();
});

it('a like and a bookmark weigh the same, as the FAQs say', () => {
  expect(RANKING_WEIGHTS.bookmarked).toBe(RANKING_WEIGHTS.liked);
});

const limitsNamed = {
  '/faqs': [
    `The recorder takes up to ${RECORDING_MAX_SECONDS} seconds`,
    `may last up to ${POLICY_MINUTES} minutes`,
    'We recommend 30 seconds to 2 minutes',
    `of ${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH} letters`,
    `it becomes a hashtag, up to ${HASHTAGS_MAX} of them`,
    `up to ${MENTIONS_MAX} people in one comment`,
    `listens to the end adds ${RANKING_WEIGHTS.listened}, a like or a bookmark ${RANKING_WEIGHTS.liked}, a comment ${RANKING_WEIGHTS.commented}`,
    `for each ${RANKING_HALF_LIFE_HOURS.hot} hours`,
    `At least ${MINIMUM_AGE_YEARS}. If you are under 18`,
  ],
  '/terms': [
    `up to ${POLICY_MINUTES} minutes long. The recorder takes up to ${RECORDING_MAX_SECONDS} seconds`,
    `has up to ${DESCRIPTION_MAX_LENGTH} characters and up to ${HASHTAGS_MAX} hashtags`,
    `A comment has up to ${COMMENT_MAX_LENGTH} characters`,
    `at least ${MINIMUM_AGE_YEARS} years old. If you are under 18`,
  ],
  '/privacy': [`at least ${MINIMUM_AGE_YEARS} years. Under 18`],
  '/community-guidelines': [`at least ${MINIMUM_AGE_YEARS} to be here, and under 18`],
  '/voice-usage': [
    `takes up to ${RECORDING_MAX_SECONDS} seconds`,
    `and ${PEAK_COUNT} numbers for drawing its waveform`,
    `up to ${POLICY_MINUTES} minutes long;`,
  ],
};

const staysOnDevice = [
  /your voice without (it|the filter) does not leave (it|the device)/i,
  /exception.*where (a|your) browser cannot do this.*sent to (our|the) server/i,
];
const filterClaims = [
  ...VOICE_FILTERS.map(({ shownName }) => shownName),
  /for fun/,
  /Robot Voice hides some of you/,
  /Veil hides you best/,
  /Somebody determined, with recordings of you, may still link them/,
  /No filter hides what you say, your accent, or what is heard behind you/,
  /Nobody can undo Veil|nobody can look it up, not you and not we/,
];
const steps = [/first offense.*warning/i, /second.*restriction.*removal/i, /suspension/];
const fileKinds = /an MP3.*WAV/;
const date = 'Last updated: January 2, 2025';

const statements: Record<string, readonly (string | RegExp)[]> = {
  '/faqs': [...limitsNamed['/faqs'], ...staysOnDevice, ...filterClaims, fileKinds, ...steps],
  '/terms': [...limitsNamed['/terms'], ...steps, date],
  '/privacy': [...limitsNamed['/privacy'], ...staysOnDevice, fileKinds, date],
  '/community-guidelines': [...limitsNamed['/community-guidelines'], ...steps, date],
  '/voice-usage': [
    ...limitsNamed['/voice-usage'],
    ...staysOnDevice,
    ...filterClaims,
    fileKinds,
    date,
  ],
};

it.each(Object.entries(statements))(
  '%s makes true claims about limits, processing, filters and consequences',
  async (path, texts) => {
    const { main } = await open(path);
    await main.findByRole('heading', { level: 1 });
    for (const words of texts) expect(screen.getByRole('main')).toHaveTextContent(words);
  },
);

const pagesWithContact = ['/privacy', '/terms', '/community-guidelines'];

it.each(pagesWithContact)(
  '%s refers to the people who run the site when no contact address is configured',
  async (path) => {
    const { main } = await open(path);
    expect(await main.findByText(/write to the people who run this site/)).toBeVisible();
  },
);

it.each(['/contact', ...pagesWithContact])(
  '%s shows the configured contact address',
  async (path) => {
    const { main } = await open(path, {}, { ...testSettings, contactEmail: 'hello@site.test' });
    expect(await main.findByRole('link', { name: 'hello@site.test' })).toHaveAttribute(
      'href',
      'mailto:hello@site.test',
    );
  },
);

it.each([
  ['/privacy', /podcast apps .* given your username and bio/],
  ['/faqs', 'Can I follow someone in my podcast app?'],
])('%s mentions podcast feeds where the site has them', async (path, words) => {
  const { main } = await open(path, {}, { ...testSettings, podcastFeeds: true });
  await main.findByRole('heading', { level: 1 });
  expect(screen.getByRole('main')).toHaveTextContent(words);
});

it.each(['/privacy', '/faqs', '/voice-usage'])(
  '%s mentions no podcast feeds where the operator has turned them off',
  async (path) => {
    const { main } = await open(path);
    await main.findByRole('heading', { level: 1 });
    expect(screen.getByRole('main')).not.toHaveTextContent(/podcast/i);
  },
);

const notice = {
  registration: 'open',
  rules: null,
  contactText: null,
  hasStaff: true,
} as const;

const writeMessage = async (main: ReturnType<typeof within>) => {
  await userEvent.type(await main.findByLabelText('Name'), 'Mira');
  await userEvent.type(main.getByLabelText('Email'), 'mira@example.org');
  await userEvent.selectOptions(main.getByLabelText('Category'), 'Safety');
  await userEvent.type(main.getByLabelText('Subject'), 'A question');
  await userEvent.type(main.getByLabelText('Message'), 'How do I …');
  await userEvent.click(main.getByRole('button', { name: 'Send message' }));
};

it('the contact form shows a thank-you and is cleared once the message is stored', async () => {
  const { requests, main } = await open('/contact', {
    'POST /rest/v1/rpc/send_contact': () => new Response(null, { status: 204 }),
  });
  await writeMessage(main);
  expect(await screen.findByText("Message sent! We'll get back to you soon.")).toBeVisible();
  expect(main.getByLabelText('Message')).toHaveValue('');
  expect(main.getByLabelText('Category')).toHaveValue('');
  expect(await requests.at(-1)?.json()).toEqual({
    name: 'Mira',
    email: 'mira@example.org',
    category: 'safety',
    subject: 'A question',
    message: 'How do I …',
  });
});

it.each([
  [
    'a refusal',
    { code: 'PT429', message: 'You have sent many messages.' },
    'You have sent many messages.',
  ],
  [
    'a failure of the network',
    null,
    'The message could not be sent. Please try again; it is still here.',
  ],
])('the contact form keeps a message after %s, and says why', async (_case, refusal, words) => {
  const { main } = await open(
    '/contact',
    refusal ? { 'POST /rest/v1/rpc/send_contact': () => json(refusal, 429) } : {},
  );
  await writeMessage(main);
  expect(await main.findByText(words)).toBeVisible();
  expect(main.getByLabelText('Message')).toHaveValue('How do I …');
  expect(screen.queryByText(/Message sent/)).toBeNull();
});

it('the contact form says that nobody reads it while there are no staff', async () => {
  const settings = { ...testSettings, notice: { ...notice, hasStaff: false } };
  const { main } = await open('/contact', {}, settings);
  expect(await main.findByText(/Nobody reads messages from this form yet/)).toBeVisible();
  expect(main.getByRole('button', { name: 'Send message' })).toBeDisabled();
});

it('the contact page and the guidelines have what admins say there', async () => {
  const settings = {
    ...testSettings,
    notice: { ...notice, contactText: 'Ann Example, 1 Street', rules: 'No advertising.' },
  };
  const { main } = await open('/contact', {}, settings);
  expect(await main.findByText('Ann Example, 1 Street')).toBeVisible();
  cleanup();
  const guidelines = await open('/community-guidelines', {}, settings);
  expect(await guidelines.main.findByRole('heading', { name: /Rules of this site/ })).toBeVisible();
  expect(guidelines.main.getByText('No advertising.')).toBeVisible();
});

it('the contact form leaves required fields to the browser’s validation, and requires no category', async () => {
  const { main } = await open('/contact');
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    expect(await main.findByLabelText(label)).toBeRequired();
  }
  expect(main.getByLabelText('Category')).not.toBeRequired();
});

const person = (username: string, drops: number, bio: string | null = null) => ({
  user_id: `id-of-${username}`,
  drop_count: drops,
  profile: { username, bio, avatar_url: null as string | null },
});

async function explore(answer: () => Response | Promise<Response>) {
  const { requests } = await open('/about', {
    'GET /rest/v1/profile_counts': answer,
    'POST /storage/v1/object/sign/voice-drops': async (request) => {
      const { paths }: { paths: string[] } = await request.json();
      return json(
        paths.map((path) =>
          path.includes('gone')
            ? { error: 'Either the object does not exist or you do not have access to it', path }
            : { error: null, path, signedURL: `/object/sign/${path}?token=t` },
        ),
      );
    },
  });
  const [button] = screen.getAllByRole('button', { name: /^explore$/i });
  if (!button) throw new Error('no explore button');
  await userEvent.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Explore' }));
  return { requests, dialog };
}

it('the list of members shows the first ten of twenty people with ranks', async () => {
  const { requests, dialog } = await explore(() =>
    json(Array.from({ length: 20 }, (_, index) => person(`person${index + 1}`, 20 - index))),
  );
  const items = await dialog.findAllByRole('listitem');
  expect(items).toHaveLength(10);
  expect(items[0]).toHaveTextContent('1person120 drops');
  expect(within(items[2] ?? document.body).getByRole('link')).toHaveAttribute('href', '/person3');
  const asked = new URL(requests.find(({ url }) => url.includes('profile_counts'))?.url ?? '');
  expect(asked.searchParams.get('limit')).toBe('20');
  expect(asked.searchParams.get('profile.is_private')).toBe('eq.false');
});

it('the list of members searches names and bios of all twenty people, who keep their ranks', async () => {
  const { dialog } = await explore(() =>
    json([
      ...Array.from({ length: 18 }, (_, index) => person(`person${index + 1}`, 40 - index)),
      person('lighthouse', 3),
      person('noor', 1, 'Keeps a lighthouse.'),
    ]),
  );
  await userEvent.type(await dialog.findByRole('searchbox'), 'Lighthouse{Enter}');
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    '19lighthouse3 drops',
    '20noorKeeps a lighthouse.1 drop',
  ]);
  await userEvent.type(dialog.getByRole('searchbox'), ' keeper');
  expect(await dialog.findByText('No users found')).toBeVisible();
});

it('the list of members shows avatars, whose URLs it requests at once', async () => {
  const pictured = (name: string) => {
    const row = person(name, 2);
    row.profile.avatar_url = `/storage/v1/object/public/voice-drops/avatars/${name}.png`;
    return row;
  };
  const { requests, dialog } = await explore(() =>
    json([pictured('noor'), person('mira', 2), pictured('gone')]),
  );
  const pictures = () =>
    dialog.getAllByRole('listitem').map((item) => item.querySelector('img')?.getAttribute('src'));
  await waitFor(() =>
    expect(pictures()).toEqual([
      expect.stringMatching(/\/storage\/v1\/object\/sign\/avatars\/noor\.png\?token=t$/),
      undefined,
      undefined,
    ]),
  );
  expect(
    dialog.getAllByRole('listitem').map((item) => item.querySelectorAll('svg').length),
  ).toEqual([0, 1, 1]);
  expect(requests.filter(({ url }) => url.includes('/sign/'))).toHaveLength(1);
});

it('the list of members announces that it loads, and that it is empty', async () => {
  const answer = Promise.withResolvers<Response>();
  const { dialog } = await explore(() => answer.promise);
  expect(await dialog.findByText('Loading drops...')).toBeVisible();
  answer.resolve(json([]));
  expect(await dialog.findByText('No drops to explore')).toBeVisible();
});

it('the list of members shows an error when it cannot be loaded, and retries', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let answers = 0;
  const { dialog } = await explore(() =>
    ++answers === 1 ? json({ code: '57014', message: 'canceled' }, 500) : json([person('noor', 2)]),
  );
  await userEvent.click(await dialog.findByRole('button', { name: 'Try Again' }));
  expect(await dialog.findByText('noor')).toBeVisible();
});
