import { expect, it } from 'vitest';
import { ConfigError } from '../../../config/config-error.ts';
import { chooseSiteUrl } from './site-url.ts';

const publicUrl = 'https://undertone.example';

it('PUBLIC_URL says where the site is when nothing else does', () => {
  expect(chooseSiteUrl('', publicUrl)).toEqual({ url: publicUrl, contradiction: null });
});

it.each(['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'])(
  'PUBLIC_URL decides against %s, which the Supabase CLI writes by itself, and both are named',
  (written) => {
    const { url, contradiction } = chooseSiteUrl(written, publicUrl);
    expect(url).toBe(publicUrl);
    expect(contradiction).toContain(written);
    expect(contradiction).toContain(publicUrl);
  },
);

it('a site_url that was set on purpose decides, and both are named', () => {
  const written = 'https://app.undertone.example/start';
  const { url, contradiction } = chooseSiteUrl(written, publicUrl);
  expect(url).toBe(written);
  expect(contradiction).toContain(written);
  expect(contradiction).toContain(publicUrl);
});

it('a page of the public address contradicts nothing', () => {
  const written = `${publicUrl}/start`;
  expect(chooseSiteUrl(written, publicUrl)).toEqual({ url: written, contradiction: null });
});

it('a site_url that is none is refused', () => {
  expect(() => chooseSiteUrl('undertone', publicUrl)).toThrow(ConfigError);
});
