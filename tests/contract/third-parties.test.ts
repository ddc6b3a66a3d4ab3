// An installation contacts only servers that the operator names: the code contains no other addresses.
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Addresses of sign-in providers, which are contacted when config.toml enables them. */
const providers = ['accounts.google.com', 'api.github.com', 'github.com'];

/** XML namespaces, which are never requested. */
const vocabularies = ['podcastindex.org', 'www.itunes.com', 'www.sitemaps.org', 'www.w3.org'];

/** Pages that a share button opens in a new tab. */
const shared = ['bsky.app', 't.me', 'twitter.com', 'wa.me', 'www.facebook.com'];

it('the served code contains no addresses except those of sign-in providers and share targets', async () => {
  const hosts = new Set<string>();
  let files = 0;
  const folders =
    '{apps/backend/src,apps/web/src,apps/web/public,packages/*/src,supabase/functions}';
  for await (const name of glob(`${folders}/**/*.{ts,tsx,js,css,html,svg}`, { cwd: root })) {
    if (/\.test\.|\/(fixtures|test)\//.test(name)) continue;
    files += 1;
    const source = await readFile(join(root, name), 'utf8');
    const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [, host = ''] of code.matchAll(/\b(?:https?|wss?):\/\/([\w-]+(?:\.[\w-]+)+)/g)) {
      if (host !== '127.0.0.1') hosts.add(host);
    }
  }
  expect(files).toBeGreaterThan(300);
  expect([...hosts].sort()).toEqual([...providers, ...vocabularies, ...shared].sort());
});
