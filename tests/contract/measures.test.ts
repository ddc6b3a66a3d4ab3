// What measures change outside of the database: previews, feeds and the sitemap, storage, functions and live topics.
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clipOf } from './fixtures/clip.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';

const backend = await openBackend();
const sql = postgres(backend.databaseUrl, { max: 1 });
afterAll(() => sql.end());

let ann: Person;

beforeAll(async () => {
  ann = await signUp(backend, 'Ann');
  await ann.client
    .from('profiles')
    .update({ allow_downloads: true })
    .eq('user_id', ann.id)
    .throwOnError();
});

const get = async (path: string) => {
  const response = await fetch(`${backend.url}${path}`);
  return { status: response.status, text: await response.text() };
};

const apply = (kind: string, id: string, measure: string) =>
  sql`select private.apply_measure(${kind}, ${id}, ${measure})`;

/** In which of the places that list or describe drops a title or an id is. */
async function placesOf(id: string, title: string, author = ann): Promise<string[]> {
  const tag = `t${ann.id.slice(0, 8)}`;
  const page = `/voice-drop/${id}`;
  const answers = await Promise.all(
    Object.entries({
      'the preview': `/functions/v1/page-preview?path=${page}`,
      'its image': `/functions/v1/preview-image?drop=${id}&draw=0`,
      'the description for other sites': `/oembed?url=${encodeURIComponent(backend.url + page)}`,
      'the feed of the profile': `/feeds/${author.username}.xml`,
      'the feed of the hashtag': `/feeds/tags/${tag}.xml`,
      'the episode': `/listen/${id}.mp3`,
      'the sitemap': '/sitemap.xml',
      'the page of the feed': '/functions/v1/page-preview?path=/feed',
      'the page of the hashtag': `/functions/v1/page-preview?path=/tag/${tag}`,
    }).map(async ([place, path]) => {
      const { status, text } = await get(path);
      const isNamed = place === 'the preview' || place.startsWith('the description');
      const has = isNamed
        ? JSON.parse(text).title?.includes(title)
        : place === 'its image' || place === 'the episode'
          ? status < 300
          : text.includes(id);
      return has ? [place] : [];
    }),
  );
  return answers.flat();
}

const post = (title: string, options: object = {}) =>
  postDrop(ann, { title, hashtags: [`t${ann.id.slice(0, 8)}`], ...options }, 'audio/mpeg');

describe('a drop', () => {
  it('is listed and described everywhere without a measure', async () => {
    const id = await post('Plain words');
    expect(await placesOf(id, 'Plain words')).toEqual([
      'the preview',
      'its image',
      'the description for other sites',
      'the feed of the profile',
      'the feed of the hashtag',
      'the episode',
      'the sitemap',
      'the page of the feed',
      'the page of the hashtag',
    ]);
  });

  it('that is sensitive is left out of previews, feeds and the sitemap, not of pages', async () => {
    const id = await post('Hard words', { is_sensitive: true });
    expect(await placesOf(id, 'Hard words')).toEqual([
      'the page of the feed',
      'the page of the hashtag',
    ]);
  });

  it('that is limited is in no list and no preview, and has its page', async () => {
    const id = await post('Loud words');
    await apply('drop', id, 'limit');
    expect(await placesOf(id, 'Loud words')).toEqual([]);
    const preview = JSON.parse(
      (await get(`/functions/v1/page-preview?path=/voice-drop/${id}`)).text,
    );
    expect(preview).toMatchObject({ status: 200, indexed: false });
  });

  it.each(['remove', 'hold'])('is nowhere after %s', async (measure) => {
    const id = await post('Gone words');
    await apply('drop', id, measure);
    expect(await placesOf(id, 'Gone words')).toEqual([]);
    expect((await get(`/functions/v1/page-preview?path=/voice-drop/${id}`)).text).not.toContain(
      'Gone words',
    );
    // Other drops have the same clip, and would be held.
    await sql`select private.revert_measure('drop', ${id}, ${measure})`;
  });
});

describe('a person who is suspended', () => {
  const sentence = /^Your account is suspended until the end of 5 March 2100\. .*appeal\.$/;
  let bob: Person;

  beforeAll(async () => {
    bob = await signUp(backend, 'bob');
    await sql`select private.apply_measure('person', ${bob.id}, 'suspend', '2100-03-06 00:00+00')`;
  });

  it('is answered with 403 and a sentence by rest, storage and functions', async () => {
    const liked = await post('To be liked');
    const { status, error } = await bob.client
      .from('voice_drop_likes')
      .insert({ user_id: bob.id, voice_drop_id: liked });
    expect([status, error?.message]).toEqual([403, expect.stringMatching(sentence)]);

    const upload = await bob.client.storage
      .from('voice-drops')
      .upload(
        `${bob.id}/1-voice-drop.wav`,
        new Blob([clipOf('audio/wav', 0.3)], { type: 'audio/wav' }),
        {
          contentType: 'audio/wav',
        },
      );
    expect(upload.error).toMatchObject({
      statusCode: '403',
      message: expect.stringMatching(sentence),
    });

    const { error: refusal } = await bob.client.functions.invoke('voice-transform', {
      body: { audio: Buffer.from(clipOf('audio/wav', 0.3)).toString('base64'), filter: 'echo' },
    });
    expect(refusal?.context).toMatchObject({ status: 403 });
    expect(await refusal?.context.json()).toMatchObject({
      code: 'forbidden',
      error: expect.stringContaining('Your account is suspended'),
    });
  });

  it('reads, and is no visitor', async () => {
    const { data } = await bob.client.rpc('own_restriction').throwOnError();
    expect(data).toMatchObject([{ kind: 'suspended' }]);
    const { data: drops } = await bob.client.from('voice_drops').select('id').limit(1);
    expect(drops).toHaveLength(1);
  });
});

it('a banned person’s page and feed answer as those of nobody', async () => {
  const eve = await signUp(backend, 'Eve');
  await eve.client
    .from('profiles')
    .update({ allow_downloads: true })
    .eq('user_id', eve.id)
    .throwOnError();
  const hashtags = [`t${ann.id.slice(0, 8)}`];
  const id = await postDrop(eve, { title: 'Before', hashtags }, 'audio/mpeg');
  expect(await placesOf(id, 'Before', eve)).toHaveLength(9);
  await apply('person', eve.id, 'ban');
  expect(await placesOf(id, 'Before', eve)).toEqual([]);
  expect((await get('/sitemap.xml')).text).not.toContain(eve.username);
  const answers = async (name: string) =>
    Promise.all(
      [`/feeds/${name}.xml`, `/functions/v1/preview-image?user=${name}`].map(
        async (path) => (await get(path)).status,
      ),
    );
  expect(await answers(eve.username)).toEqual(await answers('nobody-of-this-name'));
  const preview = async (path: string) =>
    JSON.parse((await get(`/functions/v1/page-preview?path=${path}`)).text).status;
  expect([await preview(`/${eve.username}`), await preview(`/voice-drop/${id}`)]).toEqual([
    404, 404,
  ]);
  const { data } = await visit(backend).from('profiles').select('id').eq('user_id', eve.id);
  expect(data).toEqual([]);
});
