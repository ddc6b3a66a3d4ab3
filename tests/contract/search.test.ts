// The searches and orders of Explore and Bookmarks, which filter by columns of embedded rows.
import { beforeAll, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { wavOf } from './fixtures/wav.ts';
import { openServer } from './fixtures/server.ts';

const backend = await openServer();
const [ann, bob, cleo] = await Promise.all([
  signUp(backend, 'ann'),
  signUp(backend, 'bob_100'),
  signUp(backend, 'cleo'),
]);

/** A clip that is longer than the default one. */
const longer = { clip: wavOf(1) };

beforeAll(async () => {
  await postDrop(ann, { title: 'One: 100% (sure), "yes"' });
  await postDrop(ann, { title: 'Two: 1000', hashtags: ['night'] }, 'audio/wav', longer);
  await postDrop(bob, { title: 'Three' }, 'audio/wav', longer);
  await postDrop(cleo, { title: 'Four: 100%' });
  await cleo.client.from('profiles').update({ is_private: true }).eq('user_id', cleo.id);
  await ann.client.from('follows').insert({ follower_id: ann.id, following_id: cleo.id });
  await cleo.client.rpc('approve_follow_request', { requester: ann.id }).throwOnError();
});

/** The people of this file, since a shared server has others. */
const everyone = () => [ann.id, bob.id, cleo.id];

/** @param anyOf conditions of which one must hold unless the author's name matches */
const find = async (username: string, anyOf: string): Promise<string[]> => {
  const { data } = await ann.client
    .from('voice_drops')
    .select(
      `title, account:profiles!voice_drops_user_id_fkey!inner(),
      named:profiles!voice_drops_user_id_fkey()`,
    )
    .in('user_id', everyone())
    .is('account.is_private', false)
    .ilike('named.username', username)
    .or(`named.not.is.null,${anyOf}`)
    .order('created_at')
    .throwOnError();
  return data.map(({ title }) => title.split(':')[0]);
};

it('drops are found by title, by their author’s name, or by a hashtag', async () => {
  expect(await find('%BOB%', 'title.ilike."%two%"')).toEqual(['Two', 'Three']);
  expect(await find('%night%', 'title.ilike."%night%",hashtags.cs.{"night"}')).toEqual(['Two']);
});

/**
 * @param anyOf conditions on a drop's words of which one must hold
 * @param view of the words
 */
const findByWords = async (
  person: Person,
  anyOf: string,
  view: 'voice_drop_words' | 'nonpublic_drop_words' = 'voice_drop_words',
): Promise<string[]> => {
  const { data } = await person.client
    .from('voice_drops')
    .select<string, { title: string }>(`title, words:${view}!inner()`)
    .in('user_id', everyone())
    .or(anyOf, { referencedTable: 'words' })
    .order('created_at')
    .throwOnError();
  return data.map(({ title }) => title.replace(/:.*/, ''));
};

it('public drops are found by their words together with other conditions', async () => {
  const night = 'title.ilike."%night%",handle.ilike."%night%",hashtags.cs.{"night"}';
  expect(await findByWords(ann, 'title.ilike."%two%",handle.ilike."%bob%"')).toEqual([
    'Two',
    'Three',
  ]);
  expect(await findByWords(ann, night)).toEqual(['Two']);
  expect(await findByWords(ann, String.raw`title.ilike."%(sure), \"yes\"%"`)).toEqual(['One']);
  expect(await findByWords(ann, 'title.ilike."%four%",handle.ilike."%cleo%"')).toEqual([]);
});

it('drops that are not public are found separately, by people who may read them', async () => {
  const four = 'title.ilike."%four%",handle.ilike."%cleo%"';
  expect(await findByWords(ann, four, 'nonpublic_drop_words')).toEqual(['Four']);
  expect(await findByWords(bob, four, 'nonpublic_drop_words')).toEqual([]);
  expect(await findByWords(ann, 'title.ilike."%two%"', 'nonpublic_drop_words')).toEqual([]);
});

it('drops of private accounts are left out also for their followers', async () => {
  const { data } = await ann.client.from('voice_drops').select('title').eq('user_id', cleo.id);
  expect(data).toEqual([{ title: 'Four: 100%' }]);
  expect(await find('%cleo%', 'title.ilike."%four%"')).toEqual([]);
});

it('escaped wildcards, commas, parentheses and quotes are matched literally', async () => {
  expect(await find('-', String.raw`title.ilike."%100\\%%"`)).toEqual(['One']);
  expect(await find('-', String.raw`title.ilike."%(sure), \"yes\"%"`)).toEqual(['One']);
  expect(await find(String.raw`bob\_%`, 'title.ilike."-"')).toEqual(['Three']);
  expect(await find(String.raw`b\_b%`, 'title.ilike."-"')).toEqual([]);
});

it('bookmarks are searched and counted by the columns of their drops', async () => {
  const dora = await signUp(backend, 'dora');
  const { data: drops } = await dora.client
    .from('voice_drops')
    .select('id')
    .in('user_id', everyone())
    .throwOnError();
  await dora.client
    .from('bookmarks')
    .insert(drops.map(({ id }) => ({ user_id: dora.id, voice_drop_id: id })))
    .throwOnError();
  const search = () =>
    dora.client
      .from('bookmarks')
      .select('drop:voice_drops!inner(title, named:profiles!voice_drops_user_id_fkey())', {
        count: 'exact',
      })
      .eq('user_id', dora.id);
  expect((await search()).count).toBe(3);
  const { data, count } = await search()
    .ilike('drop.named.username', '%bob%')
    .or('title.ilike."%one%",named.not.is.null', { referencedTable: 'drop' })
    .order('created_at')
    .throwOnError();
  expect(count).toBe(2);
  const titles = data.flatMap(({ drop }) => drop).map(({ title }) => title);
  expect(new Set(titles)).toEqual(new Set(['One: 100% (sure), "yes"', 'Three']));
});

it('bookmarks are paged in the order of their drops’ durations, ties included', async () => {
  const { data: drops } = await bob.client
    .from('voice_drops')
    .select('id')
    .in('user_id', everyone())
    .throwOnError();
  await bob.client
    .from('bookmarks')
    .insert(drops.map(({ id }) => ({ user_id: bob.id, voice_drop_id: id })))
    .throwOnError();
  interface Bookmark {
    id: string;
    drop: { duration: number };
  }
  const read = async (limit: number, after?: Bookmark): Promise<Bookmark[]> => {
    let query = bob.client
      .from('bookmarks')
      .select('id, drop:voice_drops!inner(duration), shorter:voice_drops()');
    if (after) {
      query = query
        .lte('drop.duration', after.drop.duration)
        .lt('shorter.duration', after.drop.duration)
        .or(`shorter.not.is.null,id.lt."${after.id}"`);
    }
    const { data } = await query
      .order('drop(duration)', { ascending: false })
      .order('id', { ascending: false })
      .limit(limit)
      .overrideTypes<Bookmark[], { merge: false }>()
      .throwOnError();
    return data;
  };
  const all = await read(10);
  expect(all.map(({ drop }) => drop.duration)).toEqual([1, 1, 0.3]);
  const [first] = await read(1);
  expect([first, ...(await read(10, first))]).toEqual(all);
});

it('people are listed by their number of drops, without private accounts', async () => {
  interface Listed {
    drop_count: number;
    profile: { username: string };
  }
  const { data } = await visit(backend)
    .from('profile_counts')
    .select('drop_count, profile:profiles!inner(username, bio, avatar_url)')
    .in('user_id', everyone())
    .eq('profile.is_private', false)
    .not('profile.username', 'is', null)
    .gt('drop_count', 0)
    .order('drop_count', { ascending: false })
    .order('user_id')
    .limit(20)
    .overrideTypes<Listed[], { merge: false }>()
    .throwOnError();
  expect(data.map(({ drop_count, profile }) => [profile.username, drop_count])).toEqual([
    [ann.username, 2],
    [bob.username, 1],
  ]);
});

it('the drops of a hashtag are read by time and by rank, with its count and related tags', async () => {
  const ella = await signUp(backend, 'ella');
  const tag = `contract_${ella.id.slice(0, 8)}`;
  for (const title of ['First', 'Second', 'Third']) {
    await postDrop(ella, { title, hashtags: [tag, `${tag}_too`] });
  }
  interface Ranked {
    hot: number;
    drop: { id: string; title: string };
  }
  const hottest = async (after?: Ranked) => {
    let query = ann.client
      .from('voice_drop_ranks')
      .select<string, Ranked>(
        'hot, drop:voice_drops!inner(id, title, words:voice_drop_words!inner())',
      )
      .contains('drop.words.hashtags', [tag]);
    if (after) {
      query = query
        .lte('hot', after.hot)
        .or(`hot.lt.${after.hot},voice_drop_id.lt.${after.drop.id}`);
    }
    const { data } = await query
      .order('hot', { ascending: false })
      .order('voice_drop_id', { ascending: false })
      .throwOnError();
    return data;
  };
  const all = await hottest();
  expect(all.map(({ drop }) => drop.title)).toEqual(['Third', 'Second', 'First']);
  expect(await hottest(all[0])).toEqual(all.slice(1));
  expect(await hottest(all[2])).toEqual([]);
  const { data } = await ann.client
    .from('voice_drops')
    .select<string, { title: string }>('title, words:voice_drop_words!inner()')
    .contains('words.hashtags', [tag])
    .order('created_at', { ascending: false })
    .throwOnError();
  expect(data.map(({ title }) => title)).toEqual(['Third', 'Second', 'First']);

  const known = visit(backend).from('hashtags').select('drop_count').eq('tag', tag);
  expect((await known.single()).data).toEqual({ drop_count: 3 });
  expect((await visit(backend).rpc('related_tags', { tag })).data).toEqual([`${tag}_too`]);
});

it('people and hashtags are suggested by the beginning of their names', async () => {
  const fay = await signUp(backend, 'fay');
  await postDrop(fay, {
    title: 'Tagged',
    hashtags: [fay.username.toLowerCase().replaceAll(/\W/g, '_')],
  });
  const suggest = (typed: string) => ann.client.rpc('search_suggestions', { typed });
  const { data } = await suggest(fay.username.toUpperCase());
  expect(data).toContainEqual({
    kind: 'person',
    name: fay.username,
    user_id: fay.id,
    avatar_url: null,
    drop_count: null,
  });
  const tag = fay.username.replaceAll(/\W/g, '_');
  expect((await suggest(`#${tag}`)).data).toContainEqual({
    kind: 'tag',
    name: tag.toLowerCase(),
    user_id: null,
    avatar_url: null,
    drop_count: 1,
  });
  const visitor = await visit(backend).rpc('search_suggestions', { typed: 'fay' });
  expect(visitor.error?.code).toBe('42501');
});
