import { expect, it } from 'vitest';
import { pagePreviewSchema, renderHead, type PagePreview } from './page-head.ts';

const origins = { site: 'https://site.example', api: 'https://api.example' };

const preview = (changes: Partial<PagePreview> = {}): PagePreview => ({
  status: 200,
  siteName: 'Site',
  title: 'Night bus by @mira',
  description: 'A voice drop.',
  canonical: '/voice-drop/1',
  type: 'website',
  image: '/functions/v1/preview-image?drop=1',
  embeddable: true,
  indexed: true,
  ...changes,
});

it('the head has tags for link previews with the page’s title, URL and image', () => {
  const head = renderHead(preview(), origins);
  expect(head).toContain('<title>Night bus by @mira</title>');
  expect(head).toContain('<link rel="canonical" href="https://site.example/voice-drop/1" />');
  expect(head).toContain(
    '<meta property="og:image" content="https://api.example/functions/v1/preview-image?drop=1" />',
  );
  expect(head).toContain('<meta name="twitter:card" content="summary_large_image" />');
  expect(head).toContain(
    'href="https://site.example/oembed?url=https%3A%2F%2Fsite.example%2Fvoice-drop%2F1"',
  );
  expect(head).not.toContain('noindex');
});

it('the head escapes all text that people wrote', () => {
  const hostile = `"><script>alert('1')</script>&`;
  const head = renderHead(preview({ title: hostile, description: hostile }), origins);
  expect(head).not.toContain('<script');
  expect(head).toContain(
    '<title>&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</title>',
  );
});

it('the head of a hidden page is not indexed, and that of a missing page has no URL', () => {
  const head = renderHead(
    preview({ status: 404, canonical: null, image: null, indexed: false }),
    origins,
  );
  expect(head).toContain('<meta name="robots" content="noindex" />');
  expect(head).not.toMatch(/canonical|og:url|og:image/);
});

it.each([
  { canonical: '//elsewhere.example' },
  { image: 'https://elsewhere.example/a.png' },
  { images: ['//elsewhere.example/a.png'] },
  { status: 302 },
])('a preview with another origin or a redirect is rejected: %o', (changes) => {
  expect(pagePreviewSchema.safeParse({ ...preview(), ...changes }).success).toBe(false);
});
