import { createClient } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openServer } from './fixtures/server.ts';

const backend = await openServer();
const [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);
/** A public drop by Ann of 0.1 s. */
const drop = await postDrop(ann, { title: 'To be played', hashtags: ['rain'] });

const add = ({ client }: Pick<Person, 'client'>, part: string, id = drop) =>
  client.rpc('add_listening', { voice_drop_id: id, part });

it('half and the end of a drop are recorded once, after its play, and not sooner than its duration allows', async () => {
  expect((await add(bob, 'end')).data).toBe(false);
  await bob.client.rpc('add_play', { voice_drop_id: drop }).throwOnError();
  await vi.waitFor(async () => expect((await add(bob, 'half')).data).toBe(true));
  await vi.waitFor(async () => expect((await add(bob, 'end')).data).toBe(true));
  expect((await add(bob, 'end')).data).toBe(false);
  expect((await add({ client: visit(backend) }, 'end')).data).toBe(false);
  expect(await add(bob, 'all')).toMatchObject({ status: 400, error: { code: '22023' } });
  const hidden = await postDrop(ann, { privacy_level: 'private' });
  expect((await add(bob, 'half', hidden)).data).toBe(false);
});

it('ranks are read in the order of a list, by cursor, with their drops', async () => {
  const older = drop;
  const newer = await postDrop(ann, { title: 'The newest' });
  const page = (below?: number) => {
    let query = visit(backend)
      .from('voice_drop_ranks')
      .select('hot, posted_at, listened, drop:voice_drops!inner(id, title)')
      .eq('user_id', ann.id);
    if (below !== undefined) query = query.lt('hot', below);
    return query
      .order('hot', { ascending: false })
      .order('voice_drop_id', { ascending: false })
      .limit(1)
      .single()
      .throwOnError();
  };
  const first = (await page()).data;
  expect(first.drop).toEqual({ id: newer, title: 'The newest' });
  expect(first.hot).toBe(Date.parse(first.posted_at));
  // Acts of accounts that were created today do not count.
  const second = (await page(first.hot)).data;
  expect(second).toMatchObject({ listened: 0, drop: { id: older } });
});

it('a topic of three authors is read with the number of its authors', async () => {
  const tag = `topic${ann.id.slice(0, 8)}`;
  const read = async () => {
    const { data } = await visit(backend)
      .from('trending_topics')
      .select('tag, drop_count, author_count')
      .eq('tag', tag)
      .throwOnError();
    return data;
  };
  const cat = await signUp(backend, 'cat');
  // Accounts that were created today make no topic.
  const operator = createClient(backend.url, backend.secretKey);
  const joined = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString();
  for (const { id } of [ann, bob, cat]) {
    await operator.from('profiles').update({ created_at: joined }).eq('user_id', id).throwOnError();
  }
  await postDrop(ann, { hashtags: [tag] });
  await postDrop(bob, { hashtags: [tag] });
  expect(await read()).toEqual([]);
  await postDrop(cat, { hashtags: [tag] });
  expect(await read()).toEqual([{ tag, drop_count: 3, author_count: 3 }]);
  expect(await cat.client.rpc('hide_hashtag', { tag })).toMatchObject({ error: { code: '42501' } });
});
