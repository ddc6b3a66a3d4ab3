import { expect, it } from 'vitest';
import { ConfigError } from '../../../config/config-error.ts';
import { chooseSiteUrl } from './site-url.ts';

const publicUrl = 'https://undertone.example';

it('the site is at PUBLIC_URL by default', () => {
  expect(chooseSiteUrl('', publicUrl)).toEqual({ url: publicUrl, contradiction: null });
});

it.each(['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'])(
  'PUBLIC_URL is used instead of %s, the Supabase CLI’s default, with a warning that names both',
  (written) => {
    const { url, contradiction } = chooseSiteUrl(written, publicUrl);
    expect(url).toBe(publicUrl);
    expect(contradiction).toContain(written);
    expect(contradiction).toContain(publicUrl);
  },
);

it('a deliberate site_url is used, with a warning that names both', () => {
  const written = 'https://app.undertone.example/start';
  const { url, contradiction } = chooseSiteUrl(written, publicUrl);
  expect(url).toBe(written);
  expect(contradiction).toContain(written);
  expect(contradiction).toContain(publicUrl);
});

it('a site_url at the public address’ origin gives no warning', () => {
  const written = `${publicUrl}/start`;
  expect(chooseSiteUrl(written, publicUrl)).toEqual({ url: written, contradiction: null });
});

it('a site_url that is no URL is refused', () => {
  expect(() => chooseSiteUrl('undertone', publicUrl)).toThrow(ConfigError);
});
