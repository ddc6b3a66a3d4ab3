/** The metadata of a page for clients that do not run scripts: search engines, chats, link previews. */
export interface Preview {
  /** The status of the page's document. */
  status: 200 | 404;
  siteName: string;
  title: string;
  description: string;
  /** Path of the page's canonical URL; null if it has none. */
  canonical: string | null;
  /** Open Graph's type. */
  type: 'website' | 'profile';
  /** Path on the API of an image of 1200 by 630 pixels; null if it has none. */
  image: string | null;
  /** Whether other sites can embed the page, as /oembed describes. */
  embeddable: boolean;
  /** Whether search engines may list the page. */
  indexed: boolean;
  /** Path of the page to which this one has moved; null if it has not. */
  location: string | null;
  /** Path of the page's podcast feed; null if it has none. */
  feed: string | null;
}

/** The values that most pages have in common. */
export const defaultPreview = {
  status: 200,
  siteName: 'Undertone',
  type: 'website',
  image: '/functions/v1/preview-image',
  embeddable: false,
  indexed: true,
  location: null,
  feed: null,
} as const;

const page = (
  path: string,
  title: string,
  description: string,
  indexed = true,
): readonly [string, Preview] => [
  path,
  { ...defaultPreview, title, description, canonical: path, indexed },
];

/** The description of the site, the same as in the app's documents. */
export const about =
  'Undertone is a social app for voice: record up to a minute, mask your voice, post it, listen.';
const member = (path: string, title: string) => page(path, `${title} · Undertone`, about, false);

/** Pages that are the same for everyone, by their path in lower case; their titles are the app's. */
export const staticPages: ReadonlyMap<string, Preview> = new Map([
  page('/', 'Undertone: say it softly, be heard', about),
  page(
    '/feed',
    'Listen in · Undertone',
    'What people are saying, the newest first. Listening asks for no account.',
  ),
  page(
    '/about',
    'About · Undertone',
    'Why there is an Undertone: a letter about voices, late-night radio and turning the picture off.',
  ),
  page('/jobs', 'Jobs · Undertone', 'Who we are looking for, when we are looking for someone.'),
  page(
    '/faqs',
    'FAQs · Undertone',
    'How voice drops, filters, privacy and the community work, in questions and answers.',
  ),
  page(
    '/contact',
    'Contact us · Undertone',
    'Where to go with a question, a fault, or a worry about someone’s safety.',
  ),
  page(
    '/privacy',
    'Privacy Policy · Undertone',
    'What is stored, for how long, who sees it, how voices are processed, and how to delete everything.',
  ),
  page('/terms', 'Terms of Use · Undertone', 'What you agree to, and what stays yours.'),
  page(
    '/community-guidelines',
    'Community Guidelines · Undertone',
    'How people treat each other here, and what happens when they do not.',
  ),
  page(
    '/voice-usage',
    'Voice Usage · Undertone',
    'What happens to a voice, from the microphone to the last listener.',
  ),
  page('/auth', 'Sign In · Undertone', about),
  member('/confirm', 'Confirm'),
  member('/auth/forgot-password', 'Forgot password'),
  member('/auth/reset-password', 'New password'),
  member('/auth/second-step', 'Second step'),
  member('/auth/callback', 'Sign In'),
  member('/auth/username', 'Choose your username'),
  member('/app', 'Home'),
  member('/app/profile', 'Profile'),
  member('/explore', 'Explore'),
  member('/record', "What's on your mind today?"),
  member('/notifications', 'Notifications'),
  member('/messages', 'Messages'),
  member('/bookmarks', 'Bookmarks'),
  member('/profile', 'Profile'),
  member('/trending', 'Trending'),
  member('/settings', 'Settings'),
  member('/statements', 'Statements'),
  page('/community', 'Community Guidelines · Undertone', about, false),
]);

/**
 * Finds the static page at a path, regardless of case, as the app's router does. That of a conversation is the page of
 * messages, whether or not there is such a conversation; so are those of statements.
 */
export const staticPage = (path: string): Preview | undefined =>
  staticPages.get(path.toLowerCase().replace(/^(\/messages|\/statements)\/[^/]+$/, '$1'));

/** The preview of missing and of private pages: visitors must not be able to distinguish the two. */
export const notFound: Preview = {
  ...defaultPreview,
  status: 404,
  title: 'Page not found · Undertone',
  description: about,
  canonical: null,
  image: null,
  indexed: false,
};
