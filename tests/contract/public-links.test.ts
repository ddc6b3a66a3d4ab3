import { expect, it } from 'vitest';
import { signUp, tokenOf } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';

const backend = await openBackend();
const ann = await signUp(backend, 'ann');

/** The id of a drop that does not exist. */
const nowhere = '00000000-0000-4000-8000-000000000000';

/** The parts of a response that may not reveal whether a drop exists. */
const comparedParts = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  const {
    date: _date,
    'x-request-id': _request,
    'x-sb-request-id': _sb,
    ...compared
  } = Object.fromEntries(headers);
  return { status, headers: compared, body: await (await answer).text() };
};

const get = (path: string) => fetch(`${backend.url}${path}`);

it('robots.txt names the sitemap', async () => {
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${backend.url}/sitemap.xml`);
});

it('the sitemap lists public drops and their authors, and no others', async () => {
  const hermit = await signUp(backend, 'hermit');
  await hermit.client
    .from('profiles')
    .update({ is_private: true })
    .eq('user_id', hermit.id)
    .throwOnError();
  const open = await postDrop(ann);
  const closed = await postDrop(ann, { privacy_level: 'private' });
  const ofHermit = await postDrop(hermit);
  const response = await get('/sitemap.xml');
  expect(response.headers.get('content-type')).toContain('application/xml');
  const listed = await response.text();
  for (const path of ['/', '/faqs', `/${ann.username}`, `/voice-drop/${open}`]) {
    expect(listed).toContain(`<loc>${backend.url}${path}</loc>`);
  }
  for (const path of [`/${hermit.username}`, `/voice-drop/${closed}`, `/voice-drop/${ofHermit}`]) {
    expect(listed).not.toContain(path);
  }
});

it('oEmbed describes a public drop to other sites, and reveals nothing about a private one', async () => {
  const open = await postDrop(ann, { title: 'Night bus' });
  const closed = await postDrop(ann, { privacy_level: 'private' });
  const embed = (id: string) =>
    get(`/oembed?url=${encodeURIComponent(`${backend.url}/voice-drop/${id}`)}`);
  const answer = await embed(open);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toMatchObject({
    title: `Night bus by @${ann.username}`,
    html: expect.stringContaining(`${backend.url}/embed/${open}`),
  });
  expect((await embed(closed)).status).toBe(404);
  expect(await comparedParts(embed(closed))).toEqual(await comparedParts(embed(nowhere)));
});

it('oEmbed ignores a site address in the request', async () => {
  const open = await postDrop(ann);
  const url = `https://elsewhere.example/voice-drop/${open}`;
  const answer = await get(`/oembed?url=${encodeURIComponent(url)}&site=https://elsewhere.example`);
  expect(answer.status).toBe(404);
});

it('the pages’ content security policy allows no inline code and no other origins', async () => {
  for (const path of ['/', '/auth', '/embed/1', '/nothing/here']) {
    const { headers } = await get(path);
    const policy = new Map(
      headers
        .get('content-security-policy')
        ?.split(';')
        .map((part) => part.trim().split(' '))
        .map(([name = '', ...sources]) => [name, sources]),
    );
    policy.delete('frame-ancestors');
    const sources = new Set([...policy.values()].flat());
    expect([...sources].sort()).toEqual(["'none'", "'self'", 'blob:', 'data:']);
    for (const name of ['default-src', 'script-src', 'style-src', 'connect-src', 'form-action']) {
      expect([name, policy.get(name)]).toEqual([name, ["'self'"]]);
    }
    expect([policy.get('object-src'), policy.get('base-uri')]).toEqual([["'none'"], ["'none'"]]);
  }
});

it('only the embedded player may be framed', async () => {
  const policyOf = async (path: string) => {
    const { headers } = await get(path);
    return [headers.get('content-security-policy'), headers.get('x-frame-options')];
  };
  for (const player of ['/embed/1', '/Embed/1/', '/embed/1?x']) {
    expect(await policyOf(player)).toEqual([expect.stringContaining('frame-ancestors *'), null]);
  }
  for (const other of ['/about', '/embed', '/embed?x', '/embed/', '/embed//1', '/embed/1/2']) {
    expect(await policyOf(other)).toEqual([
      expect.stringContaining("frame-ancestors 'none'"),
      'DENY',
    ]);
  }
});

it('a title in Greek or Cyrillic is drawn in the preview image', async () => {
  const drop = await postDrop(ann);
  const pictureOf = async (title: string) => {
    await ann.client.from('voice_drops').update({ title }).eq('id', drop).throwOnError();
    const picture = await get(`/functions/v1/preview-image?drop=${drop}`);
    return Buffer.from(await picture.arrayBuffer()).toString('base64');
  };
  const untitled = await pictureOf('夜行');
  expect(untitled).toBe(await pictureOf('심야'));
  for (const title of ['Νύχτα', 'Ночь']) expect(await pictureOf(title)).not.toBe(untitled);
});

it('a public drop has a preview image, and a private one has none', async () => {
  const open = await postDrop(ann, { title: 'Night bus' });
  const closed = await postDrop(ann, { privacy_level: 'private' });
  const picture = (id: string) => get(`/functions/v1/preview-image?drop=${id}`);
  const answer = await picture(open);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
  const looked = await fetch(answer.url, { method: 'HEAD' });
  expect([looked.status, looked.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await picture(closed)).status).toBe(404);
  expect(await comparedParts(picture(closed))).toEqual(await comparedParts(picture(nowhere)));
});

it('a drop has its sleeve for those who may play it, cached publicly only if everyone may', async () => {
  const [owner, follower, blocked, other] = await Promise.all(
    ['olive', 'fay', 'blake', 'otto'].map((name) => signUp(backend, name)),
  );
  if (!owner || !follower || !blocked || !other) throw new Error('somebody is missing');
  await follower.client
    .from('follows')
    .insert({ follower_id: follower.id, following_id: owner.id })
    .throwOnError();
  await owner.client
    .from('blocks')
    .insert({ blocker_id: owner.id, blocked_id: blocked.id })
    .throwOnError();
  const tokens = await Promise.all([owner, follower, blocked, other].map(tokenOf));
  const sleevesOf = async (level: string) => {
    const id = await postDrop(owner, { privacy_level: level });
    return Promise.all(
      [undefined, ...tokens].map(async (token) => {
        const address = `${backend.url}/functions/v1/preview-image?drop=${id}&size=96`;
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const answer = await fetch(address, { headers });
        await answer.arrayBuffer();
        return answer.status === 404 ? 404 : answer.headers.get('cache-control');
      }),
    );
  };
  const [everyone, chosen] = ['public, max-age=300', 'private, no-store'];
  // Visitor, owner, follower, blocked person and somebody else.
  expect(await sleevesOf('public')).toEqual([everyone, everyone, everyone, 404, everyone]);
  expect(await sleevesOf('followers')).toEqual([404, chosen, chosen, 404, 404]);
  expect(await sleevesOf('private')).toEqual([404, chosen, 404, 404, 404]);
  const refused = await fetch(`${backend.url}/functions/v1/preview-image?drop=${nowhere}`, {
    headers: { authorization: 'Bearer no-token' },
  });
  expect(refused.status).toBe(401);
});
