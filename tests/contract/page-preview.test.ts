import { AVATAR_URL_SECONDS } from '@undertone/domain/signed-urls';
import { expect, it } from 'vitest';
import { uploadAvatar } from './fixtures/upload-avatar.ts';
import { signUp, visit } from './fixtures/person.ts';
import { establishAccounts } from './fixtures/establish-accounts.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';

const backend = await openBackend();
const ann = await signUp(backend, 'ann');

/** The page of a drop that does not exist. */
const nowhere = '/voice-drop/00000000-0000-4000-8000-000000000000';

const previewOf = async (path: string, client = visit(backend)) => {
  const { data, error } = await client.functions.invoke(
    `page-preview?path=${encodeURIComponent(path)}`,
    { method: 'GET' },
  );
  expect(error).toBeNull();
  return data;
};

it('the preview of a public drop names the drop and its author', async () => {
  const id = await postDrop(ann, { title: 'Night bus' });
  expect(await previewOf(`/voice-drop/${id}`)).toMatchObject({
    status: 200,
    title: `Night bus by @${ann.username}`,
    canonical: `/voice-drop/${id}`,
  });
});

it.each(['private', 'followers'])(
  'the preview of a %s drop is that of a page that does not exist, also for its owner',
  async (level) => {
    const id = await postDrop(ann, { title: 'Not for you', privacy_level: level });
    for (const client of [visit(backend), ann.client]) {
      for (const path of [`/voice-drop/${id}`, `/embed/${id}`]) {
        expect(await previewOf(path, client)).toEqual(await previewOf(nowhere));
      }
    }
  },
);

it('the preview of a page that does not exist has the status 404', async () => {
  expect(await previewOf(nowhere)).toMatchObject({ status: 404, canonical: null, indexed: false });
});

it('drops of a private account and drops hidden by reports have no preview', async () => {
  const hermit = await signUp(backend, 'hermit');
  const ofHermit = await postDrop(hermit);
  const reported = await postDrop(ann);
  expect(await previewOf(`/voice-drop/${ofHermit}`)).toMatchObject({ status: 200 });
  await hermit.client
    .from('profiles')
    .update({ is_private: true })
    .eq('user_id', hermit.id)
    .throwOnError();
  const reporters = [];
  for (const name of ['rae', 'rob', 'ria']) reporters.push(await signUp(backend, name));
  await establishAccounts(backend, reporters);
  for (const { client, id } of reporters) {
    await client
      .from('reports')
      .insert({ reporter_id: id, reported_voice_drop_id: reported, reason: 'spam' })
      .throwOnError();
  }
  for (const id of [ofHermit, reported]) {
    expect(await previewOf(`/voice-drop/${id}`)).toEqual(await previewOf(nowhere));
  }
});

it('a deleted drop has no preview', async () => {
  const id = await postDrop(ann, { title: 'Gone' });
  await ann.client.from('voice_drops').delete().eq('id', id).throwOnError();
  expect(await previewOf(`/voice-drop/${id}`)).toEqual(await previewOf(nowhere));
});

it('a profile is found by its name in upper or lower case', async () => {
  expect(await previewOf(`/${ann.username.toUpperCase()}`)).toMatchObject({
    status: 200,
    canonical: `/${ann.username}`,
  });
  expect(await previewOf('/no-such-person')).toMatchObject({ status: 404 });
});

it('a preview contains the responses to the first requests of its page, as a visitor may read them', async () => {
  const open = await postDrop(ann, { title: 'For all' });
  await postDrop(ann, { title: 'For its owner', privacy_level: 'private' });
  const drop = await previewOf(`/voice-drop/${open}`);
  expect(drop.answers).toMatchObject([
    { body: [{ id: open, likes: [], bookmarks: [] }] },
    { path: '/storage/v1/object/sign/voice-drops', body: [{ signedURL: expect.any(String) }] },
  ]);
  for (const path of [`/${ann.username}`, '/feed']) {
    const text = JSON.stringify((await previewOf(path)).answers);
    expect(text).toContain('For all');
    expect(text).not.toContain('For its owner');
  }
  expect((await previewOf('/about')).answers).toEqual([]);
});

it('the preview of a private account contains its profile and no drops', async () => {
  const cal = await signUp(backend, 'cal');
  await postDrop(cal, { title: 'Among friends' });
  await cal.client
    .from('profiles')
    .update({ is_private: true })
    .eq('user_id', cal.id)
    .throwOnError();
  const { answers } = await previewOf(`/${cal.username}`);
  expect(answers).toMatchObject([{ body: [{ username: cal.username, counts: null }] }]);
});

it('a preview contains signed URLs of the avatars on its page', async () => {
  const dee = await signUp(backend, 'dee');
  const id = await postDrop(dee, { title: 'In person' });
  expect(await previewOf(`/${dee.username}`)).toMatchObject({ images: [] });
  const path = await uploadAvatar(dee);
  for (const page of [`/${dee.username}`, `/voice-drop/${id}`]) {
    const { answers, images } = await previewOf(page);
    expect(answers).toContainEqual({
      method: 'POST',
      path: '/storage/v1/object/sign/voice-drops',
      sent: JSON.stringify({ expiresIn: AVATAR_URL_SECONDS, paths: [path] }),
      body: [{ error: null, path, signedURL: images[0].replace('/storage/v1', '') }],
    });
    const picture = await fetch(`${backend.url}${images[0]}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
  }
});

it('the preview of a profile contains the number of drops that a visitor may play', async () => {
  const eli = await signUp(backend, 'eli');
  await postDrop(eli);
  await postDrop(eli, { privacy_level: 'private' });
  const { answers } = await previewOf(`/${eli.username}`);
  expect(answers).toContainEqual(expect.objectContaining({ method: 'HEAD', count: 1 }));
});
