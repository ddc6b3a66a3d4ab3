import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { isReservedUsername } from '@undertone/domain/reserved-username';
import type { SiteNotice } from '@undertone/domain/site-notice';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { preview } from './fixtures/preview.ts';
import { createSite, type SiteConfig } from './site.ts';

const document = `<html><head><!--undertone-head--><title>Site</title><!--/undertone-head-->
<!--undertone-config--></head><body></body></html>`;

/** A site with a few files, whose project has the same preview for each page. */
async function serve(
  files: Record<string, string | Buffer>,
  body: object = preview,
  { contactEmail = null, supabaseUrl = '/', podcastFeeds = true }: Partial<SiteConfig> = {},
  notice: SiteNotice | null = null,
) {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { routes } = await createSite({
    folder,
    config: { supabaseUrl, publishableKey: 'key', contactEmail, podcastFeeds },
    requestFunction: async () => Response.json(body),
    readClip: async () => new Response(null, { status: 404 }),
    readNotice: async () => notice,
    log: pino({ level: 'silent' }),
    urls: { site: 'https://site.test', api: 'https://api.test' },
  });
  return routes;
}

const brotli = { headers: { 'accept-encoding': 'gzip, br' } };

it('the build’s compressed file is sent to clients that accept it', async () => {
  const site = await serve({
    'assets/a-1.js': 'the script',
    'assets/a-1.js.br': brotliCompressSync('the compressed script'),
  });
  const compressed = await site.request('/assets/a-1.js', brotli);
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(compressed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(brotliDecompressSync(await compressed.arrayBuffer()).toString()).toBe(
    'the compressed script',
  );
  const plain = await site.request('/assets/a-1.js');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe('the script');
  expect((await site.request('/assets/a-1.js.br')).status).toBe(404);
});

it.each([
  ['gzip, br;q=0', null],
  ['gzip;q=1, br;q=0.5', 'br'],
  ['BR', 'br'],
  ['brotli', null],
])('the encoding is one that the browser accepts: %s', async (accepted, encoding) => {
  const site = await serve({ 'robot.svg': '<svg/>', 'index.html': document });
  for (const path of ['/robot.svg', '/drop/1']) {
    const answer = await site.request(path, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
  }
});

it('files without a compressed copy are compressed', async () => {
  const site = await serve({ 'robot.svg': '<svg/>' });
  const answer = await site.request('/robot.svg', brotli);
  expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe('<svg/>');
});

it('audio is sent in the ranges that a player requests', async () => {
  const site = await serve({ 'samples/deep.mp3': '0123456789' });
  const request = (headers: Record<string, string>) =>
    site.request('/samples/deep.mp3', { headers });
  const whole = await request({});
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
  expect(whole.headers.get('content-type')).toBe('audio/mpeg');
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  // Safari's first request.
  const first = await request({ range: 'bytes=0-1' });
  expect([first.status, await first.text()]).toEqual([206, '01']);
  expect(first.headers.get('content-range')).toBe('bytes 0-1/10');
  expect(first.headers.get('content-type')).toBe('audio/mpeg');
  const rest = await request({ range: 'bytes=4-', ...brotli.headers });
  expect([rest.status, await rest.text()]).toEqual([206, '456789']);
  const beyond = await request({ range: 'bytes=10-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  const changed = await request({ range: 'bytes=0-1', 'if-range': '"another"' });
  expect([changed.status, await changed.text()]).toEqual([200, '0123456789']);
});

it('a document has the escaped responses to the page’s first requests', async () => {
  const path = '/rest/v1/drops?id=eq.1';
  const answers = [
    { method: 'GET', path, body: [{ title: '</script><b>' }] },
    { method: 'HEAD', path, count: 1, body: [] },
    { method: 'POST', path: '/storage/v1/object/sign/drops', sent: '{"paths":["a"]}', body: [] },
  ];
  const site = await serve({ 'index.html': document }, { ...preview, answers });
  const html = await (await site.request('/drop/1')).text();
  expect(html).toContain('<title>A page</title>');
  const [, block = ''] = /id="undertone-answers">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(block)).toEqual(answers);
});

it('a document preloads the page’s images', async () => {
  const images = ['/storage/v1/object/sign/a.png?token=t&x="><b>'];
  const site = await serve({ 'index.html': document }, { ...preview, images });
  expect(await (await site.request('/drop/1')).text()).toContain(
    '<link rel="preload" as="image" href="/storage/v1/object/sign/a.png?token=t&amp;x=&quot;&gt;&lt;b&gt;" />',
  );
});

it('a document preloads images from the API’s origin if it is another one', async () => {
  const says = { ...preview, images: ['/storage/v1/a.png'] };
  const supabaseUrl = 'https://api.test';
  const site = await serve({ 'index.html': document }, says, { supabaseUrl });
  expect(await (await site.request('/drop/1')).text()).toContain(
    '<link rel="preload" as="image" href="https://api.test/storage/v1/a.png" />',
  );
});

it('a document has no responses if the preview has none', async () => {
  const site = await serve({ 'index.html': document });
  expect(await (await site.request('/drop/1')).text()).not.toContain('undertone-answers');
});

it('only the app’s document preloads the code of its page', async () => {
  const preloads = ['/', '/feed'].map((path) => ({ path: `^${path}$`, files: ['/assets/p.js'] }));
  const site = await serve({
    'index.html': document,
    'landing.html': document,
    '.vite/preloads.json': JSON.stringify(preloads),
  });
  const link = '<link rel="modulepreload" href="/assets/p.js" fetchpriority="low" />';
  const textOf = async (path: string) => (await site.request(path)).text();
  expect(await textOf('/feed')).toContain(link);
  expect(await textOf('/Feed')).toContain(link);
  expect(await textOf('/about')).not.toContain(link);
  expect(await textOf('/')).not.toContain(link);
});

it('a path of thousands of characters is 404 without a preview', async () => {
  const site = await serve({ 'index.html': document });
  const found = await site.request(`/${'-'.repeat(999)}`);
  expect(found.status).toBe(200);
  const answer = await site.request(`/${'-'.repeat(1000)}`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('<title>Site</title>');
});

it('the file name of a document is 404 with the not-found page', async () => {
  const files = { 'index.html': document, 'landing.html': document, 'embed.html': document };
  const site = await serve(files);
  for (const name of Object.keys(files)) {
    const answer = await site.request(`/${name}`);
    expect([name, answer.status]).toEqual([name, 404]);
    expect(await answer.text()).toContain('<title>Site</title>');
  }
  expect((await site.request('/about')).status).toBe(200);
});

it('build metadata and other files in hidden folders are not served', async () => {
  const site = await serve({
    'index.html': document,
    '.vite/manifest.json': '{}',
    'assets/.map/a.json': '{}',
  });
  for (const path of [
    '/.vite/manifest.json',
    '/.vite/',
    '/%2Evite/manifest.json',
    '/assets/.map/a.json',
    '/.git/config',
    '/.well-known/security.txt',
  ]) {
    const answer = await site.request(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, 'Not found']);
  }
  // A username may begin with a dot.
  expect((await site.request('/.ann')).status).toBe(200);
});

it.each(['POST', 'PUT', 'DELETE'])(
  'a %s request is answered with 405 and the allowed methods',
  async (method) => {
    const site = await serve({ 'index.html': document, 'robot.svg': '<svg/>' });
    for (const path of ['/', '/about', '/robot.svg', '/sitemap.xml', '/oembed']) {
      const { status, headers } = await site.request(path, { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect((await site.request('/about', { method: 'HEAD' })).status).toBe(200);
  },
);

it('a file that is shared with an app without its service worker opens the recorder, and is not read', async () => {
  const site = await serve({ 'index.html': document });
  const { status, headers } = await site.request('/record', { method: 'POST', body: 'voice' });
  expect([status, headers.get('location')]).toEqual([303, '/record']);
});

it('an asset that the build does not have is 404', async () => {
  const site = await serve({ 'index.html': document });
  expect((await site.request('/assets/gone-2.js')).status).toBe(404);
});

it('a page has the escaped contact address', async () => {
  const pageWith = async (contactEmail: string | null) => {
    const site = await serve({ 'index.html': document }, preview, { contactEmail });
    return (await site.request('/contact')).text();
  };
  expect(await pageWith('hello@site.test')).toContain('"contactEmail":"hello@site.test"');
  expect(await pageWith('</script>@site.test')).not.toContain('</script>@');
  expect(await pageWith(null)).toContain('"contactEmail":null');
});

it('a page has what admins say: an announcement above it, and the rest in its settings', async () => {
  const notice: SiteNotice = {
    registration: 'invitation',
    announcement: 'Back at <8>',
    rules: null,
    contactEmail: 'desk@site.test',
    contactText: null,
    hasStaff: true,
  };
  const page = '<!--undertone-config--><div id="root"></div>';
  const files = { 'index.html': page, 'embed.html': page };
  const site = await serve(files, preview, { contactEmail: 'hello@site.test' }, notice);
  const html = await (await site.request('/contact')).text();
  expect(html).toContain('<p>Back at &lt;8&gt;</p>');
  expect(html).toContain('"contactEmail":"desk@site.test"');
  expect(html).toContain(
    '"notice":{"registration":"invitation","rules":null,"contactText":null,"hasStaff":true}',
  );
  expect(await (await site.request('/embed/1')).text()).not.toContain('Back at');
});

it('a page names its podcast feed', async () => {
  const says = { ...preview, canonical: '/mira', feed: '/feeds/mira.xml' };
  const site = await serve({ 'index.html': document }, says);
  expect(await (await site.request('/mira')).text()).toContain(
    '<link rel="alternate" type="application/rss+xml" href="https://site.test/feeds/mira.xml"',
  );
});

it('the site has no podcast feeds if the operator has disabled them, and its pages know this', async () => {
  const site = await serve({ 'index.html': document }, preview, { podcastFeeds: false });
  expect(await (await site.request('/mira')).text()).toContain('"podcastFeeds":false');
  for (const path of [
    '/feeds/mira.xml',
    '/feeds/mira.png',
    '/feeds/tags/rain.xml',
    '/feeds/tags/rain.png',
    '/listen/1.mp3',
  ]) {
    expect((await site.request(path)).status).toBe(404);
  }
});

it('no username can be the first part of a path of the server', async () => {
  const { routes } = await serve({});
  const names = routes.flatMap(({ path }) => /^\/([\w.-]+)/.exec(path)?.[1] ?? []);
  expect(names).toEqual(expect.arrayContaining(['feeds', 'listen', 'oembed', 'robots.txt']));
  expect(names.filter((name) => !isReservedUsername(name))).toEqual([]);
});

it.each([
  ['/okra).', '/okra'],
  ['/@okra', '/okra'],
  ['/voice-drop/1b2c%22?comments=open', '/voice-drop/1b2c?comments=open'],
])('the path %s, as a text may contain it, leads to %s', async (path, target) => {
  const site = await serve({ 'index.html': document });
  const answer = await site.request(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, target]);
});
