import { expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openServer } from './fixtures/server.ts';

const backend = await openServer();
const [ann, bob] = await Promise.all([signUp(backend, 'ann_1'), signUp(backend, 'annb1')]);

const commentOn = (drop: string, { client, id }: Person) => ({
  write: async (content: string, parent_comment_id: string | null = null) => {
    const row = { voice_drop_id: drop, user_id: id, content, parent_comment_id };
    const { data } = await client
      .from('voice_drop_comments')
      .insert(row)
      .select('id, content, author:profiles!voice_drop_comments_user_id_fkey(username)')
      .single()
      .throwOnError();
    return data;
  },
});

it('one request returns a page of threads, each with its latest replies', async () => {
  const drop = await postDrop(ann, { title: 'Threads' });
  const { write } = commentOn(drop, ann);
  const first = await write('First');
  expect(first).toMatchObject({ content: 'First', author: { username: ann.username } });
  for (const content of ['One', 'Two', 'Three']) await write(content, first.id);
  await write('Second');

  const page = () =>
    visit(backend)
      .from('voice_drop_comments')
      .select(
        'id, content, created_at, drop:voice_drops(comment_count), replies:voice_drop_comments(content)',
      )
      .eq('voice_drop_id', drop)
      .is('parent_comment_id', null)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(1)
      .order('created_at', { referencedTable: 'replies', ascending: false })
      .limit(2, { referencedTable: 'replies' });
  const { data: latest } = await page();
  expect(latest).toMatchObject([{ content: 'Second', drop: { comment_count: 5 }, replies: [] }]);
  const cursor = latest?.[0]?.created_at ?? '';
  const { data: earlier } = await page().or(`created_at.lt."${cursor}"`);
  expect(earlier).toMatchObject([
    { content: 'First', replies: [{ content: 'Three' }, { content: 'Two' }] },
  ]);
});

it('a comment is deleted by its author, and its replies go with it', async () => {
  const drop = await postDrop(ann, { title: 'Deleted' });
  const comment = await commentOn(drop, bob).write('A comment');
  await commentOn(drop, ann).write('A reply', comment.id);
  await bob.client.from('voice_drop_comments').delete().eq('id', comment.id).throwOnError();
  const left = await visit(backend)
    .from('voice_drop_comments')
    .select('id')
    .eq('voice_drop_id', drop);
  expect(left.data).toEqual([]);
});

it('people are found by the beginning of their name, where an underscore is not a wildcard', async () => {
  const beginningWith = async (prefix: string) => {
    const { data } = await bob.client
      .from('profiles')
      .select('username')
      .gte('handle', prefix)
      .lt('handle', `${prefix}~`);
    return data?.map(({ username }) => username);
  };
  expect(await beginningWith(ann.username)).toEqual([ann.username]);
  const { data } = await bob.client
    .from('profiles')
    .select('username')
    .like('handle', ann.username);
  expect(data).toHaveLength(2);
});

it('people are not found through their counts when a block separates them from the caller', async () => {
  const cleo = await signUp(backend, 'cleo_1');
  const found = async () => {
    const { data } = await cleo.client
      .from('profiles')
      .select('username, counts:profile_counts!inner()')
      .gte('handle', 'ann')
      .lt('handle', 'ann~')
      .in('user_id', [ann.id, bob.id])
      .order('handle')
      .throwOnError();
    return data;
  };
  expect(await found()).toEqual([{ username: ann.username }, { username: bob.username }]);
  await cleo.client
    .from('blocks')
    .insert({ blocker_id: cleo.id, blocked_id: bob.id })
    .throwOnError();
  expect(await found()).toEqual([{ username: ann.username }]);
});
