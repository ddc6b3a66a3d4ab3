import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { GatewayEnv } from '@undertone/backend/http/service.ts';
import { preview } from '../fixtures/preview.ts';
import { createSite } from '../site.ts';

const document = `<html><head>
<link rel="stylesheet" crossorigin href="/assets/style-1.css">
<link rel="preload" href="/assets/text.woff2" as="font" type="font/woff2" crossorigin="">
<!--undertone-head--><title>Site</title><!--/undertone-head-->
<!--undertone-config-->
<script src="/assets/start-1.js"></script>
<script type="module" crossorigin src="/assets/main-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/app-1.js">
</head><body><div id="root"><p>Logo</p></div><noscript>Without scripts.</noscript></body></html>`;

const answers = [{ method: 'GET', path: '/rest/v1/drops', body: [{ id: '1' }] }];

/** A build whose pages are rendered by the fixture's thread. */
const build = {
  'index.html': document,
  'landing.html': document,
  '.vite/preloads.json': JSON.stringify([{ path: '^/drop/1$', files: ['/assets/drop-1.js'] }]),
  '.vite/manifest.json': JSON.stringify({
    'src/app/visitor.tsx': { file: 'assets/visitor-1.js' },
    'style.css': { file: 'assets/style-1.css' },
  }),
  'assets/style-1.css':
    '@font-face{src:url(/assets/text.woff2)}@font-face{src:url(/assets/title.woff2)}' +
    '@font-face{src:local("Arial")}p{margin:0}',
  '.vite/early.json': JSON.stringify({
    'src/app/early/early-player.ts': { file: 'assets/early-1.js' },
  }),
};

/** A site whose pages all have a preview. */
async function serve(body: object, files: Record<string, string> = build, hasRenderer = true) {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  if (hasRenderer) {
    const renderer = join(folder, '.vite/server/render-thread.mjs');
    await mkdir(dirname(renderer), { recursive: true });
    // Its types are all that is not JavaScript.
    await copyFile(join(import.meta.dirname, 'fixtures/render-thread.mjs'), renderer);
  }
  const site = await createSite({
    folder,
    config: { supabaseUrl: '/', publishableKey: 'key', contactEmail: null, podcastFeeds: true },
    requestFunction: async () => Response.json(body),
    readClip: async () => new Response(null, { status: 404 }),
    readNotice: async () => null,
    log: pino({ level: 'silent' }),
    urls: { site: 'https://site.test', api: 'https://api.test' },
  });
  return new Hono<GatewayEnv>().use(site.setHeaders).route('/', site.routes);
}

const known = { ...preview, answers };

it('a page of which the server has the data is rendered, and lists the app’s code for later', async () => {
  const site = await serve(known);
  const response = await site.request('/drop/1?tab=new', {
    headers: { 'sec-ch-ua-mobile': '?1', cookie: 'sidebar:state=true' },
  });
  const html = await response.text();
  expect(html).toContain('<title>A page</title>');
  const [, request = ''] =
    /<div id="root"><div id="visit"><h1>(.*)<\/h1><\/div><p>Logo/.exec(html) ?? [];
  expect(JSON.parse(request.replaceAll('&quot;', '"'))).toEqual({
    path: '/drop/1?tab=new',
    responses: JSON.stringify(answers),
    supabaseUrl: '/',
    publishableKey: 'key',
    isNarrow: true,
    cookies: 'sidebar:state=true',
  });
  const [, code = ''] = /<template id="undertone-app">(.*?)<\/template>/s.exec(html) ?? [];
  for (const file of ['main-1', 'app-1', 'drop-1', 'visitor-1']) {
    expect(code).toContain(`/assets/${file}.js`);
    expect(html.replace(code, '')).not.toContain(`/assets/${file}.js`);
  }
  expect(html).toContain('<template id="undertone-play-icons"><svg></svg></template>');
  expect(html).toMatch(
    /<\/template>\s*<script src="\/assets\/start-1.js"><\/script>\s*<script src="\/assets\/early-1.js"><\/script>\s*<\/head>/,
  );
  expect(html.match(/<script src=/g)).toHaveLength(2);
});

it('a rendered page contains its rules, and those of typefaces that it does not preload come later', async () => {
  const html = await (await (await serve(known)).request('/drop/1')).text();
  const rules = [...html.matchAll(/<style nonce="[^"]+">(.*?)<\/style>/g)].map(([, text]) => text);
  expect(rules).toEqual([
    '@font-face{src:url(/assets/text.woff2)}@font-face{src:local("Arial")}p{margin:0}[data-style="0"]{margin-top:0}',
    '@font-face{src:url(/assets/title.woff2)}',
  ]);
  expect(html).toMatch(/<template id="undertone-app"><style nonce/);
  expect(html).not.toContain('rel="stylesheet"');
});

it('the style elements of a rendered page have the nonce of the response’s policy', async () => {
  const site = await serve(known);
  const responses = [await site.request('/drop/1'), await site.request('/drop/1')];
  const nonces = await Promise.all(
    responses.map(async (response) => {
      const [nonce, ...others] = [...(await response.text()).matchAll(/nonce="([^"]+)"/g)].map(
        ([, value]) => value,
      );
      expect(others).toEqual([nonce]);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("script-src 'self';");
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(2);
});

it('a rendered page is for one visitor, and plays its clip without scripts', async () => {
  const response = await (await serve(known)).request('/drop/1');
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  expect(response.headers.get('vary')).toMatch(/cookie.*user-agent/);
  expect(await response.text()).toContain(
    '<noscript><audio controls preload="none" src="/storage/v1/clip.mp3?token=a&amp;b"></audio></noscript>',
  );
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit Mobile/15E148 Safari/604.1', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
])('a browser without the hint is recognised as a phone by its name: %s', async (name, isPhone) => {
  const site = await serve(known);
  const response = await site.request('/drop/1', { headers: { 'user-agent': name } });
  expect(await response.text()).toContain(`&quot;isNarrow&quot;:${isPhone}`);
});

it.each([
  ['a page that is missing or not public', '/drop/1', { ...known, status: 404 }],
  ['a page without data', '/drop/1', preview],
  ['a page that the app cannot render', '/missing', known],
  ['the landing page', '/', known],
])('%s has the document of the build', async (_page, path, body) => {
  const response = await (await serve(body)).request(path);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const html = await response.text();
  expect(html).toContain('<div id="root"><p>Logo</p></div>');
  expect(html).toContain('<script type="module" crossorigin src="/assets/main-1.js"></script>');
  expect(html).not.toContain('undertone-app');
});

it.each([
  ['renderer', build, false],
  ['early player', { ...build, '.vite/early.json': '{}' }, true],
])('a build without a %s has only its own documents', async (_part, files, hasRenderer) => {
  const html = await (await (await serve(known, files, hasRenderer)).request('/drop/1')).text();
  expect(html).toContain('<div id="root"><p>Logo</p></div>');
});
