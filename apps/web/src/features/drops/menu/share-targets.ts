import type { SharedLink } from '#ui/share-link.ts';

/** A service's page that shares a link. */
export interface ShareTarget {
  label: string;
  url: string;
}

/** The services whose address is the same for everyone. Their pages receive no request before the link is followed. */
export function shareTargets({ url, title }: SharedLink): ShareTarget[] {
  const both = `${title} ${url}`;
  const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();
  return [
    {
      label: 'Tweet',
      url: `https://twitter.com/intent/tweet?${query({ text: title, url })}`,
    },
    {
      label: 'Facebook',
      url: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
    },
    { label: 'WhatsApp', url: `https://wa.me/?${query({ text: both })}` },
    { label: 'Telegram', url: `https://t.me/share/url?${query({ url, text: title })}` },
    { label: 'Bluesky', url: `https://bsky.app/intent/compose?${query({ text: both })}` },
    {
      label: 'Email',
      // Mail programs read + as a plus.
      url: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
    },
  ];
}

/** The page that shares a link on a Mastodon server, given as a name, an address or an account; undefined if it is none. */
export function mastodonShareUrl(server: string, { url, title }: SharedLink): string | undefined {
  const host = server
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '')
    .replace(/^.*@/, '')
    .toLowerCase();
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) return undefined;
  return `https://${host}/share?${new URLSearchParams({ text: `${title} ${url}` })}`;
}
