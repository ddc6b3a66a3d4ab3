import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPreview } from './find-preview.ts';
import { handle } from './handler.ts';
import { dropId, FixedRecords } from '../_shared/fixtures/fixed-records.ts';

const request = (search: string, records = new FixedRecords(), hasFeeds = true, method = 'GET') =>
  handle(new Request(`http://undertone.test/page-preview${search}`, { method }), records, hasFeeds);

describe('a preview', () => {
  it('has the title, author and length of a drop', async () => {
    const author = { username: 'Mira', hasPicture: false };
    const records = new FixedRecords({ drop: { duration: 41.6, author } });
    expect(await findPreview(`/voice-drop/${dropId}`, records)).toMatchObject({
      status: 200,
      title: 'Night bus by @Mira',
      description: 'Listen to a voice drop of 0:41 by @Mira on Undertone.',
      canonical: `/voice-drop/${dropId}`,
      image: `/functions/v1/preview-image?drop=${dropId}`,
      indexed: true,
    });
  });

  it('is the same for a missing drop and one that is not public', async () => {
    const path = '/voice-drop/00000000-0000-4000-8000-000000000000';
    expect(await findPreview(path, new FixedRecords())).toMatchObject({
      status: 404,
      canonical: null,
      image: null,
      indexed: false,
    });
  });

  it('has the owner’s spelling of the username, and a private profile is not indexed', async () => {
    const profile = { username: 'Mira', isPrivate: true, allowsDownloads: true };
    const records = new FixedRecords({ profile });
    expect(await findPreview('/mira', records)).toMatchObject({
      title: 'Mira (@mira) · Undertone',
      canonical: '/Mira',
      indexed: false,
    });
  });

  it('has the place of a profile whose owner lets old links lead there', async () => {
    const records = new FixedRecords({ renamed: 'Mira' });
    expect((await findPreview('/OldMira', records)).location).toBe('/Mira');
    expect(await findPreview('/oldmira', new FixedRecords())).toMatchObject({
      status: 404,
      location: null,
    });
  });

  it('lists the page of a hashtag only if that has public drops', async () => {
    const records = (count: number) => new FixedRecords({ rows: () => [{ drop_count: count }] });
    expect(await findPreview('/tag/café', records(2))).toMatchObject({
      status: 200,
      title: '#café · Undertone',
      description: 'Listen to the voice drops with #café on Undertone.',
      canonical: '/tag/caf%C3%A9',
      indexed: true,
    });
    expect(await findPreview('/tag/caf%C3%A9', records(0))).toMatchObject({
      status: 404,
      title: '#café · Undertone',
      canonical: null,
      indexed: false,
    });
  });

  it.each(['/tag/Rain', '/tag/%23rain', '/Tag/ＲＡＩＮ'])(
    'has the place of the hashtag that drops have for %s',
    async (path) => {
      expect((await findPreview(path, new FixedRecords())).location).toBe('/tag/rain');
    },
  );

  it.each(['voice-drop', 'embed'])(
    'has the place of the drop whose id is written in capitals: /%s/…',
    async (page) => {
      const path = `/${page}/${dropId.toUpperCase()}`;
      expect((await findPreview(path, new FixedRecords())).location).toBe(`/${page}/${dropId}`);
    },
  );

  it.each(['/faqs', '/FAQs'])('has the title of the static page %s', async (path) => {
    expect(await findPreview(path, new FixedRecords())).toMatchObject({
      status: 200,
      title: 'FAQs · Undertone',
      canonical: '/faqs',
    });
  });

  it('is that of Messages for a conversation, whether or not there is one', async () => {
    const conversation = await findPreview(`/messages/${dropId}`, new FixedRecords());
    expect(conversation).toEqual(await findPreview('/messages', new FixedRecords()));
    expect(conversation).toMatchObject({ status: 200, indexed: false });
  });

  it('is the same whatever the case of a drop’s path', async () => {
    const records = new FixedRecords();
    expect(await findPreview(`/Voice-Drop/${dropId}`, records)).toEqual(
      await findPreview(`/voice-drop/${dropId}`, records),
    );
  });

  it('has the same description of the site as the app’s documents', async () => {
    const { title, description } = await findPreview('/', new FixedRecords());
    const web = join(import.meta.dirname, '../../../apps/web');
    for (const document of ['index.html', 'landing.html', 'embed.html']) {
      expect(await readFile(join(web, document), 'utf8')).toContain(`content="${description}"`);
    }
    expect(await readFile(join(web, 'landing.html'), 'utf8')).toContain(`<title>${title}</title>`);
  });

  it.each([
    '//',
    '/voice-drop/',
    '/voice-drop/x',
    '/a',
    '/no/such/page',
    '/nobody-here',
    '/tag/a-b',
    '/tag',
  ])('is 404 for the path %s', async (path) => {
    expect((await findPreview(path, new FixedRecords())).status).toBe(404);
  });
});

describe('the function page-preview', () => {
  it('responds with JSON that is not cached, since drops may be made private', async () => {
    const response = await request('?path=/about');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ canonical: '/about', answers: [] });
  });

  it.each(['/faqs', '/faqs/'])('ignores a slash at the end of a path: %s', async (path) => {
    expect(await (await request(`?path=${path}`)).json()).toMatchObject({
      status: 200,
      canonical: '/faqs',
    });
  });

  it('names a profile’s podcast feed unless the operator has disabled feeds', async () => {
    const profile = { username: 'Mira', allowsDownloads: true };
    const readFeed = async (hasFeeds: boolean) =>
      (await (await request('?path=/mira', new FixedRecords({ profile }), hasFeeds)).json()).feed;
    expect(await readFeed(true)).toBe('/feeds/Mira.xml');
    expect(await readFeed(false)).toBeNull();
  });

  it.each(['//', '/faqs//', '//faqs'])('has no page at %s', async (path) => {
    expect(await (await request(`?path=${path}`)).json()).toMatchObject({ status: 404 });
  });

  it('preloads the first responses of the feed, whatever the case of its path', async () => {
    const records = new FixedRecords({ rows: () => [{ id: dropId }] });
    expect(await (await request('?path=/Feed', records)).json()).toMatchObject({
      canonical: '/feed',
      answers: [{ path: '/rest/v1/voice_drops' }],
    });
  });

  it('signs the clip of a drop and its author’s picture, and only the picture is an image of the page', async () => {
    const author = { avatar_url: 'http://s/storage/v1/object/public/voice-drops/avatars/mira.png' };
    const records = new FixedRecords({
      rows: () => [{ id: dropId, audio_path: 'mira/night-bus.mp3', author }],
    });
    const { answers, images } = await (
      await request(`?path=/voice-drop/${dropId}`, records)
    ).json();
    const sign = (path: string) => ({
      method: 'POST',
      body: [{ path, signedURL: `/object/sign/voice-drops/${path}?token=t` }],
    });
    expect(answers).toMatchObject([
      { path: '/rest/v1/voice_drops' },
      sign('avatars/mira.png'),
      sign('mira/night-bus.mp3'),
    ]);
    expect(images).toEqual(['/storage/v1/object/sign/voice-drops/avatars/mira.png?token=t']);
  });

  it.each([
    ['POST', '?path=/', 405],
    ['GET', '', 400],
    ['GET', '?path=https://elsewhere.test', 400],
  ])('rejects %s "%s" with %i', async (method, search, status) => {
    expect((await request(search, new FixedRecords(), true, method)).status).toBe(status);
  });
});
