import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

let backend: TestBackend;
let ann: Person;

beforeAll(async () => {
  backend = await startBackend();
  ann = await signUp(backend, 'ann');
});
afterAll(() => backend.stop());

const previewOf = async (path: string, client = visit(backend)) => {
  const { data, error } = await client.functions.invoke(
    `page-preview?path=${encodeURIComponent(path)}`,
    { method: 'GET' },
  );
  expect(error).toBeNull();
  return data;
};

test('A page of a public drop says what it is and whose', async () => {
  const id = await postDrop(ann, { title: 'Night bus' });
  expect(await previewOf(`/voice-drop/${id}`)).toMatchObject({
    status: 200,
    title: 'Night bus by @ann',
    canonical: `/voice-drop/${id}`,
  });
});

test.each(['private', 'followers'])(
  'A page of a drop for %s says nothing of it, also to its owner',
  async (level) => {
    const id = await postDrop(ann, { title: 'Not for you', privacy_level: level });
    for (const client of [visit(backend), ann.client]) {
      const preview = await previewOf(`/voice-drop/${id}`, client);
      expect(preview).toMatchObject({ status: 404, canonical: null });
      expect(JSON.stringify(preview)).not.toContain('Not for you');
      expect(preview.answers).toEqual([expect.objectContaining({ body: [] })]);
    }
  },
);

test('A page of a deleted drop is a page of none', async () => {
  const id = await postDrop(ann, { title: 'Gone' });
  await ann.client.from('voice_drops').delete().eq('id', id).throwOnError();
  const never = '00000000-0000-4000-8000-000000000000';
  const gone = JSON.stringify(await previewOf(`/voice-drop/${id}`));
  // The page names the id that it was asked for, and tells no other difference.
  expect(JSON.parse(gone.replaceAll(id, never))).toEqual(await previewOf(`/voice-drop/${never}`));
});

test('A page of a profile is found in whatever case', async () => {
  expect(await previewOf('/ANN')).toMatchObject({ status: 200, canonical: '/ann' });
  expect(await previewOf('/nobody-here')).toMatchObject({ status: 404 });
});

test('A page brings the answers to the reads that it begins with, as far as a visitor may have them', async () => {
  const open = await postDrop(ann, { title: 'For all' });
  await postDrop(ann, { title: 'For nobody', privacy_level: 'private' });
  const drop = await previewOf(`/voice-drop/${open}`);
  expect(drop.answers).toMatchObject([{ body: [{ id: open, likes: [], bookmarks: [] }] }]);
  for (const path of ['/ann', '/feed']) {
    const text = JSON.stringify((await previewOf(path)).answers);
    expect(text).toContain('For all');
    expect(text).not.toContain('For nobody');
  }
  expect((await previewOf('/about')).answers).toEqual([]);
});

test('A page of a private account brings nothing but what its profile says', async () => {
  const cal = await signUp(backend, 'cal');
  await postDrop(cal, { title: 'Among friends' });
  await cal.client
    .from('profiles')
    .update({ is_private: true })
    .eq('user_id', cal.id)
    .throwOnError();
  const { answers } = await previewOf('/cal');
  expect(answers).toMatchObject([{ body: [{ username: 'cal', counts: null }] }]);
});
