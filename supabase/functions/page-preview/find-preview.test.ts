import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPreview } from './find-preview.ts';
import { handle } from './handler.ts';
import { PublicRecords, type PublicDrop, type PublicProfile } from '../_shared/public-records.ts';

const dropId = '3f2c8a52-7f2e-4a52-9a54-0c8a1c0f6a11';

class Records extends PublicRecords {
  readonly drops: PublicDrop[] = [];
  readonly profiles: PublicProfile[] = [];

  constructor() {
    super('http://undertone.test', 'key');
  }

  override findDrop = async (id: string) => this.drops.find((drop) => drop.id === id) ?? null;

  override findProfile = async (username: string) =>
    this.profiles.find((each) => each.username.toLowerCase() === username.toLowerCase()) ?? null;
}

describe('a preview', () => {
  it('has the title, author and length of a drop', async () => {
    const records = new Records();
    records.drops.push({
      id: dropId,
      title: 'Night bus',
      duration: 41.6,
      waveform: [],
      author: { username: 'Mira', hasPicture: false },
    });
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
    expect(await findPreview(`/voice-drop/${dropId}`, new Records())).toMatchObject({
      status: 404,
      canonical: null,
      image: null,
      indexed: false,
    });
  });

  it('has the owner’s spelling of the username, and a private profile is not indexed', async () => {
    const records = new Records();
    records.profiles.push({
      username: 'Mira',
      bio: null,
      isPrivate: true,
      allowsDownloads: true,
      hasPicture: false,
    });
    expect(await findPreview('/mira', records)).toMatchObject({
      title: 'Mira (@mira) · Undertone',
      canonical: '/Mira',
      indexed: false,
    });
  });

  it.each(['/faqs', '/FAQs'])('has the title of the static page %s', async (path) => {
    expect(await findPreview(path, new Records())).toMatchObject({
      status: 200,
      title: 'FAQs · Undertone',
      canonical: '/faqs',
    });
  });

  it('has no direction marks of a drop’s title', async () => {
    const records = new Records();
    const author = { username: 'mira', hasPicture: false };
    records.drops.push({ id: dropId, title: '\u202Ethgin', duration: 3, waveform: [], author });
    expect(await findPreview(`/voice-drop/${dropId}`, records)).toMatchObject({
      title: 'thgin by @mira',
    });
  });

  it('is the same whatever the case of a drop’s path', async () => {
    const records = new Records();
    const author = { username: 'mira', hasPicture: false };
    records.drops.push({ id: dropId, title: 'Rain', duration: 3, waveform: [], author });
    expect(await findPreview(`/Voice-Drop/${dropId}`, records)).toEqual(
      await findPreview(`/voice-drop/${dropId}`, records),
    );
  });

  it('has the same description of the site as the app’s documents', async () => {
    const { title, description } = await findPreview('/', new Records());
    const web = join(import.meta.dirname, '../../../apps/web');
    for (const document of ['index.html', 'landing.html', 'embed.html']) {
      expect(await readFile(join(web, document), 'utf8')).toContain(`content="${description}"`);
    }
    expect(await readFile(join(web, 'landing.html'), 'utf8')).toContain(`<title>${title}</title>`);
  });

  it.each(['//', '/voice-drop/', '/voice-drop/x', '/a', '/no/such/page', '/nobody-here'])(
    'is 404 for the path %s',
    async (path) => {
      expect((await findPreview(path, new Records())).status).toBe(404);
    },
  );
});

describe('the function page-preview', () => {
  it('responds with JSON that is not cached, since drops may be made private', async () => {
    const request = new Request('http://undertone.test/page-preview?path=/about');
    const response = await handle(request, new Records(), true);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ canonical: '/about', answers: [] });
  });

  it.each(['/faqs', '/faqs/'])('ignores a slash at the end of a path: %s', async (path) => {
    const request = new Request(`http://undertone.test/page-preview?path=${path}`);
    const response = await handle(request, new Records(), true);
    expect(await response.json()).toMatchObject({ status: 200, canonical: '/faqs' });
  });

  it('names a profile’s podcast feed unless the operator has disabled feeds', async () => {
    const records = new Records();
    const mira = { username: 'Mira', bio: null, isPrivate: false, hasPicture: false };
    records.profiles.push({ ...mira, allowsDownloads: true });
    records.read = async ({ table }) => ({ method: 'GET', path: table, body: [] });
    const readFeed = async (hasFeeds: boolean) => {
      const request = new Request('http://undertone.test/page-preview?path=/mira');
      return (await (await handle(request, records, hasFeeds)).json()).feed;
    };
    expect(await readFeed(true)).toBe('/feeds/Mira.xml');
    expect(await readFeed(false)).toBeNull();
  });

  it.each(['//', '/faqs//', '//faqs'])('has no page at %s', async (path) => {
    const request = new Request(`http://undertone.test/page-preview?path=${path}`);
    expect(await (await handle(request, new Records(), true)).json()).toMatchObject({
      status: 404,
    });
  });

  it('preloads the first responses of the feed, whatever the case of its path', async () => {
    const records = new Records();
    records.read = async ({ table }) => ({ method: 'GET', path: table, body: [{ id: dropId }] });
    const request = new Request('http://undertone.test/page-preview?path=/Feed');
    expect(await (await handle(request, records, true)).json()).toMatchObject({
      canonical: '/feed',
      answers: [{ path: 'voice_drops' }],
    });
  });

  it.each([
    ['POST', '?path=/', 405],
    ['GET', '', 400],
    ['GET', '?path=https://elsewhere.test', 400],
  ])('rejects %s "%s" with %i', async (method, search, status) => {
    const request = new Request(`http://undertone.test/page-preview${search}`, { method });
    expect((await handle(request, new Records(), true)).status).toBe(status);
  });
});
