import { ANONYMOUS } from '../../../packages/domain/src/display-name.ts';
import { plainInHtml, xmlText } from './feed-text.ts';
import type { Episode, Feed } from './find-feed.ts';

/** The namespace of feeds' ids: podcastindex.org, `podcast:guid`. */
const PODCAST_NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

const element = (name: string, value: string): string => `<${name}>${xmlText(value)}</${name}>`;

/** A date in RSS's format, that of RFC 822. */
const dateOf = (moment: string): string => new Date(moment).toUTCString();

/**
 * Renders a feed as RSS 2.0 with elements of Apple's and of the podcast namespace.
 *
 * @param site the site's origin, without a slash at the end
 */
export async function renderFeed(feed: Feed, site: string): Promise<string> {
  const self = `${site}${feed.path}`;
  const page = `${site}${feed.page}`;
  const cover = `${site}${feed.cover}`;
  const description = plainInHtml(feed.description);
  const [newest] = feed.episodes;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel>
${[
  element('title', feed.title),
  element('link', page),
  `<atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>`,
  element('description', description),
  element('language', 'en'),
  element('generator', 'Undertone'),
  ...(newest ? [element('lastBuildDate', dateOf(newest.createdAt))] : []),
  `<image>${element('url', cover)}${element('title', feed.title)}${element('link', page)}</image>`,
  element('itunes:author', feed.author),
  element('itunes:summary', description),
  `<itunes:image href="${xmlText(cover)}"/>`,
  '<itunes:category text="Society &amp; Culture"><itunes:category text="Personal Journals"/></itunes:category>',
  // For apps that do not follow the redirect from the former address.
  ...(feed.isMoved ? [element('itunes:new-feed-url', self)] : []),
  element('itunes:type', 'episodic'),
  // Apple requires it for every feed. Undertone does not know which drops are explicit.
  element('itunes:explicit', 'false'),
  element('podcast:guid', await feedId(feed.subject)),
  '<podcast:locked>no</podcast:locked>',
  element('podcast:medium', 'podcast'),
  ...feed.episodes.map((episode) => item(episode, site)),
].join('\n')}
</channel>
</rss>
`;
}

function item(episode: Episode, site: string): string {
  const { id, title, author, hashtags, duration, bytes, createdAt } = episode;
  const name = `@${author ?? ANONYMOUS}`;
  const tags = hashtags.map((tag) => `#${tag}`).join(' ');
  const description = [`A voice drop by ${name}.`, ...(tags === '' ? [] : [tags])].join(' ');
  return `<item>
${[
  element('title', title ?? `Voice Drop by ${name}`),
  element('link', `${site}/voice-drop/${id}`),
  `<guid isPermaLink="false">${xmlText(id)}</guid>`,
  element('pubDate', dateOf(createdAt)),
  element('description', description),
  `<enclosure url="${xmlText(`${site}/listen/${id}.mp3`)}" length="${bytes}" type="audio/mpeg"/>`,
  element('itunes:author', name),
  `<itunes:image href="${xmlText(`${site}/listen/${id}.png`)}"/>`,
  element('itunes:duration', String(Math.max(1, Math.round(duration)))),
  element('itunes:episodeType', 'full'),
].join('\n')}
</item>`;
}

/** A feed's id, which stays the same when its title or address changes: a UUID of version 5. RFC 9562, 5.5. */
async function feedId(subject: string): Promise<string> {
  const namespace = Uint8Array.from(
    PODCAST_NAMESPACE.replaceAll('-', '').match(/../g) ?? [],
    (hex) => Number.parseInt(hex, 16),
  );
  const name = new TextEncoder().encode(subject);
  const digest = await crypto.subtle.digest('SHA-1', new Uint8Array([...namespace, ...name]));
  const bytes = new Uint8Array(digest).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
