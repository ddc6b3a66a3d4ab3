/**
 * Names that cannot be usernames: profiles are at `/{username}`, so that these would hide a route or a
 * path of the server; others would impersonate the product. In lower case; compared regardless of case.
 */
export const RESERVED_USERNAMES = [
  // Pages
  'about',
  'app',
  'auth',
  'bookmarks',
  'community',
  'community-guidelines',
  'confirm',
  'contact',
  'explore',
  'faqs',
  'feed',
  'jobs',
  'messages',
  'notifications',
  'privacy',
  'profile',
  'record',
  'settings',
  'terms',
  'trending',
  'voice-drop',
  'voice-usage',
  // Services and files of the server
  '.well-known',
  'api',
  'apple-touch-icon.png',
  'assets',
  'embed',
  'embed.html',
  'favicon.ico',
  'favicon.svg',
  'functions',
  'graphql',
  'healthz',
  'icons',
  'index.html',
  'landing.html',
  'manifest.json',
  'manifest.webmanifest',
  'metrics',
  'oembed',
  'offline.html',
  'realtime',
  'rest',
  'robots.txt',
  'samples',
  'service-worker.js',
  'sitemap.xml',
  'start.js',
  'storage',
  'sw.js',
  // Names that would impersonate the product
  'admin',
  'administrator',
  'anonymous',
  'login',
  'moderator',
  'official',
  'security',
  'staff',
  'support',
  'system',
] as const;

const reserved: ReadonlySet<string> = new Set(RESERVED_USERNAMES);

/** The beginning of names that would speak for the product, with any separators between the letters. */
const PRODUCT = 'undertone';

/** Whether a username is reserved: a listed word, or a name that begins with the product's. */
export function isReservedUsername(username: string): boolean {
  const name = username.toLowerCase();
  return reserved.has(name) || name.replaceAll(/[._-]/g, '').startsWith(PRODUCT);
}
