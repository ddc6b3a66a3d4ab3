import { expect, it } from 'vitest';
import { parseUrl } from './parse-url.ts';

it('parses a URL relative to its base, and returns null for what is no URL', () => {
  expect(parseUrl('/feed', 'https://site.test/app')?.href).toBe('https://site.test/feed');
  expect(parseUrl('https://', 'https://site.test')).toBeNull();
});
