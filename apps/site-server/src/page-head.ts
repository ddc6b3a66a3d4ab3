import * as z from 'zod/mini';

/** A path of the site or of the API. It cannot be the URL of another host. */
const path = z.string().check(z.regex(/^\/(?!\/)/));

/** The response of the project's function `page-preview`. */
export const pagePreviewSchema = z.object({
  status: z.literal([200, 404]),
  siteName: z.string(),
  title: z.string(),
  description: z.string(),
  /** Path of the page's canonical URL. */
  canonical: z.nullable(path),
  type: z.string(),
  /** Path of an image of 1200 by 630 pixels on the API. */
  image: z.nullable(path),
  /** Whether other sites can embed the page, as /oembed describes. */
  embeddable: z.boolean(),
  /** Whether search engines may list the page. */
  indexed: z.boolean(),
  /** Path of the page to which this one has moved. */
  location: z.optional(z.nullable(path)),
  /** Path of the page's podcast feed. */
  feed: z.optional(z.nullable(path)),
  /** The API's responses to the first requests of the page, for a visitor. */
  answers: z.optional(
    z.array(
      z.object({
        method: z.enum(['GET', 'HEAD', 'POST']),
        path,
        sent: z.optional(z.string()),
        count: z.optional(z.number()),
        body: z.unknown(),
      }),
    ),
  ),
  /** Paths on the API of the page's first images. */
  images: z.optional(z.array(path)),
});

export type PagePreview = z.infer<typeof pagePreviewSchema>;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags or within quotation marks. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escapeText(content)}" />`;

/**
 * Renders a preview as tags for a document's head: for search engines, and for apps that show a card
 * for a link (Open Graph, ogp.me, and Twitter's cards).
 *
 * @param origins the origins of the site and of the API, without a slash at the end
 */
export function renderHead(
  preview: PagePreview,
  origins: { readonly site: string; readonly api: string },
): string {
  const { siteName, title, description, canonical, type, image, embeddable, indexed, feed } =
    preview;
  const tags = [
    `<title>${escapeText(title)}</title>`,
    meta('name', 'description', description),
    ...(indexed ? [] : [meta('name', 'robots', 'noindex')]),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:type', type),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('name', 'twitter:card', image === null ? 'summary' : 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
  ];
  if (feed) {
    const address = escapeText(`${origins.site}${feed}`);
    tags.push(
      `<link rel="alternate" type="application/rss+xml" href="${address}" title="${escapeText(title)}" />`,
    );
  }
  if (canonical !== null) {
    const url = `${origins.site}${canonical}`;
    tags.push(
      `<link rel="canonical" href="${escapeText(url)}" />`,
      meta('property', 'og:url', url),
    );
    if (embeddable) {
      const oembed = `${origins.site}/oembed?url=${encodeURIComponent(url)}`;
      tags.push(
        `<link rel="alternate" type="application/json+oembed" href="${escapeText(oembed)}" title="${escapeText(title)}" />`,
      );
    }
  }
  if (image !== null) {
    const url = `${origins.api}${image}`;
    tags.push(
      meta('property', 'og:image', url),
      meta('property', 'og:image:width', '1200'),
      meta('property', 'og:image:height', '630'),
      meta('property', 'og:image:alt', title),
      meta('name', 'twitter:image', url),
    );
  }
  return tags.join('\n    ');
}

/** Renders a tag that makes the browser fetch an image before a script requests it. */
export const imagePreload = (url: string): string =>
  `<link rel="preload" as="image" href="${escapeText(url)}" />`;
