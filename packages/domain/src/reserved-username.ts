/**
 * Words that a username would take away from a route or from the server,
 * since a profile lives at `/{username}`. In lower case; compared without
 * regard to case.
 */
export const RESERVED_USERNAMES = [
  // Pages
  'about',
  'app',
  'auth',
  'bookmarks',
  'community',
  'community-guidelines',
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
  'storage',
  'sw.js',
  'theme.js',
  // Names that would speak for the product
  'admin',
  'anonymous',
  'moderator',
  'support',
  'undertone',
] as const;

const reserved: ReadonlySet<string> = new Set(RESERVED_USERNAMES);

export function isReservedUsername(username: string): boolean {
  return reserved.has(username.toLowerCase());
}
