import { afterEach, expect, it, vi } from 'vitest';
import { handle as preview } from '../page-preview/handler.ts';
import { handle as oembed } from '../oembed/handler.ts';
import { PublicRecords } from './public-records.ts';

const id = '3f2c8a52-7f2e-4a52-9a54-0c8a1c0f6a11';

/** Puts every direction mark around and within the words. */
const turned = (words: string) =>
  `\u202E\u2066${words.replace(' ', ' \u200F\u200E\u061C')}\u202A\u202D\u2067\u2068\u2069`;

const row = {
  id,
  title: turned('Night bus'),
  duration: 41.6,
  waveform: [],
  author: { username: 'mira' },
  username: 'mira',
  bio: turned('Late walks'),
  is_private: false,
};

afterEach(() => vi.unstubAllGlobals());

/** The records of a server that has one drop and one profile. */
const records = (): PublicRecords => {
  vi.stubGlobal('fetch', async () => Response.json([row], { headers: { 'content-range': '*/1' } }));
  return new PublicRecords('http://undertone.test', 'key');
};

it('direction marks in a title or a bio are removed', async () => {
  expect(await records().findDrop(id)).toMatchObject({ title: 'Night bus' });
  expect(await records().findProfile('mira')).toMatchObject({ bio: 'Late walks' });
});

it('a title that consists of direction marks counts as empty', async () => {
  row.title = turned('');
  expect(await records().findDrop(id)).toMatchObject({ title: null });
  row.title = turned('Night bus');
});

it('page titles, page descriptions and oEmbed responses have no direction marks', async () => {
  const page = async (path: string) => {
    const request = new Request(`http://undertone.test/page-preview?path=${path}`);
    const { title, description } = await (await preview(request, records(), true)).json();
    return [title, description].join(' / ');
  };
  expect(await page('/mira')).toBe('mira (@mira) · Undertone / Late walks');
  expect(await page(`/voice-drop/${id}`)).toMatch(/^Night bus by @mira/);
  const url = encodeURIComponent(`http://site.test/voice-drop/${id}`);
  const asked = new Request(`http://undertone.test/oembed?site=http://site.test&url=${url}`);
  expect(await (await oembed(asked, records())).text()).not.toMatch(/\p{Bidi_Control}/u);
});
