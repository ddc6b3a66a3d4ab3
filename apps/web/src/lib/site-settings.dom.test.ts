import { expect, it } from 'vitest';
import { readSettings } from './site-settings.ts';

function pageWith(block: string): Document {
  return new DOMParser().parseFromString(
    `<head><base href="http://site.test/">${block}</head>`,
    'text/html',
  );
}

function pageWithSettings(settings: unknown): Document {
  return pageWith(
    `<script type="application/json" id="undertone-config">${JSON.stringify(settings)}</script>`,
  );
}

it('readSettings returns the backend’s URL and its key', () => {
  const page = pageWithSettings({ supabaseUrl: 'https://api.test', publishableKey: 'key' });
  expect(readSettings(page)).toEqual({ supabaseUrl: 'https://api.test/', publishableKey: 'key' });
});

it('readSettings returns the operators’ address if there is one', () => {
  const settings = { supabaseUrl: '/', publishableKey: 'key' };
  const named = pageWithSettings({ ...settings, contactEmail: 'hello@site.test' });
  expect(readSettings(named).contactEmail).toBe('hello@site.test');
  const unnamed = pageWithSettings({ ...settings, contactEmail: null });
  expect(readSettings(unnamed).contactEmail).toBeNull();
});

it('readSettings returns whether there are podcast feeds', () => {
  const page = pageWithSettings({ supabaseUrl: '/', publishableKey: 'key', podcastFeeds: true });
  expect(readSettings(page).podcastFeeds).toBe(true);
});

it('readSettings resolves the URL / to the page’s origin', () => {
  const page = pageWithSettings({ supabaseUrl: '/', publishableKey: 'key' });
  expect(readSettings(page).supabaseUrl).toBe('http://site.test/');
});

it.each([
  ['no settings', pageWith('')],
  ['settings that are not JSON', pageWith('<script id="undertone-config">{</script>')],
  ['null', pageWithSettings(null)],
  ['no URL', pageWithSettings({ publishableKey: 'key' })],
  [
    'a URL that is not http(s)',
    pageWithSettings({ supabaseUrl: 'javascript:1', publishableKey: 'key' }),
  ],
  ['no key', pageWithSettings({ supabaseUrl: '/', publishableKey: '' })],
])('readSettings throws for a page with %s, which shows why', (_case, page) => {
  page.body.innerHTML = '<div id="root">Loading</div>';
  expect(() => readSettings(page)).toThrow('The page holds no valid settings.');
  expect(page.body.textContent).toContain(
    'Undertone cannot startThe page holds no valid settings.',
  );
});
