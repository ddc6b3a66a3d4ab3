import { expect, it } from 'vitest';
import { mastodonShareUrl, shareTargets } from './share-targets.ts';

const link = { url: 'https://undertone.example/voice-drop/a', title: 'Rain & thunder' };

it('each service receives the address, with the title where it takes one', () => {
  const targets = shareTargets(link).map(({ label, url }) => [label, new URL(url)] as const);
  const texts = targets.map(([label, { origin, pathname, searchParams }]) => [
    label,
    origin === 'null' ? 'mailto:' : origin + pathname,
    Object.fromEntries(searchParams),
  ]);
  const both = `${link.title} ${link.url}`;
  expect(texts).toEqual([
    ['Tweet', 'https://twitter.com/intent/tweet', { text: link.title, url: link.url }],
    ['Facebook', 'https://www.facebook.com/sharer/sharer.php', { u: link.url }],
    ['WhatsApp', 'https://wa.me/', { text: both }],
    ['Telegram', 'https://t.me/share/url', { url: link.url, text: link.title }],
    ['Bluesky', 'https://bsky.app/intent/compose', { text: both }],
    ['Email', 'mailto:', { subject: link.title, body: link.url }],
  ]);
});

it.each([
  ['mastodon.social', 'mastodon.social'],
  [' https://Chaos.Social/@noor ', 'chaos.social'],
  ['@noor@fosstodon.org', 'fosstodon.org'],
])('a Mastodon server is read from %s', (written, host) => {
  const url = new URL(mastodonShareUrl(written, link) ?? '');
  expect(url.origin + url.pathname).toBe(`https://${host}/share`);
  expect(url.searchParams.get('text')).toBe(`${link.title} ${link.url}`);
});

it.each(['', 'mastodon', 'no server', 'javascript:alert(1)'])('%s is no server', (written) => {
  expect(mastodonShareUrl(written, link)).toBeUndefined();
});
