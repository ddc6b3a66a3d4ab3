import { describe, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { isOtherServer, openServer } from './fixtures/server.ts';

const backend = await openServer();
const [ann, bob, cat] = await Promise.all([
  signUp(backend, 'ann'),
  signUp(backend, 'bob'),
  signUp(backend, 'cat'),
]);
/** A public drop by Ann. */
const drop = await postDrop(ann, { title: 'First', hashtags: ['one', 'two'] });

describe('profiles', () => {
  it('are read by account, by name, and by a list of accounts', async () => {
    const byId = await bob.client.from('profiles').select('*').eq('user_id', bob.id).single();
    expect(byId.data).toMatchObject({
      user_id: bob.id,
      username: bob.username,
      autoplay: true,
      bio: null,
    });
    const byName = await visit(backend)
      .from('profiles')
      .select('user_id, username, avatar_url')
      .eq('username', ann.username)
      .single();
    expect(byName.data).toEqual({ user_id: ann.id, username: ann.username, avatar_url: null });
    const set = await visit(backend)
      .from('profiles')
      .select('username')
      .in('user_id', [ann.id, bob.id])
      .order('username', { ascending: false });
    expect(set).toMatchObject({
      status: 200,
      data: [{ username: bob.username }, { username: ann.username }],
    });
  });

  it('return an error for single and null for maybeSingle when none matches', async () => {
    const unknown = () =>
      visit(backend).from('profiles').select('username').eq('username', 'no-such-person');
    expect(await unknown().single()).toMatchObject({
      status: 406,
      data: null,
      error: { code: 'PGRST116', details: 'The result contains 0 rows' },
    });
    expect(await unknown().maybeSingle()).toMatchObject({ status: 200, data: null, error: null });
  });

  it('are saved by upsert and by update', async () => {
    const saved = await bob.client
      .from('profiles')
      .upsert(
        { user_id: bob.id, bio: 'Hm "quoted", \\ and; more', dark_mode: true },
        { onConflict: 'user_id' },
      )
      .select('username, bio, dark_mode')
      .single();
    expect(saved).toMatchObject({
      error: null,
      status: 200,
      data: { username: bob.username, bio: 'Hm "quoted", \\ and; more', dark_mode: true },
    });
    const updated = await bob.client
      .from('profiles')
      .update({ bio: null, updated_at: new Date().toISOString() })
      .eq('user_id', bob.id);
    expect(updated).toMatchObject({ error: null, status: 204, data: null });
  });

  it('refuse a username that is taken, and changes by other accounts', async () => {
    const clash = await bob.client
      .from('profiles')
      .update({ username: ann.username.toUpperCase() })
      .eq('user_id', bob.id);
    expect(clash).toMatchObject({ status: 409, error: { code: '23505' } });
    const foreign = await bob.client
      .from('profiles')
      .update({ bio: 'mine now' })
      .eq('user_id', ann.id)
      .select('bio');
    expect(foreign).toMatchObject({ error: null, data: [] });
    const asVisitor = await visit(backend)
      .from('profiles')
      .update({ bio: 'x' })
      .eq('user_id', ann.id);
    expect(asVisitor).toMatchObject({ status: 401, error: { code: '42501' } });
  });

  it('are listed by filters that exclude accounts', async () => {
    const named = await visit(backend)
      .from('profiles')
      .select('username')
      .not('username', 'is', null)
      .in('user_id', [ann.id, bob.id, cat.id])
      .limit(20);
    expect(named.data).toHaveLength(3);
    const suggested = await bob.client
      .from('profiles')
      .select('user_id')
      .in('user_id', [ann.id, bob.id, cat.id])
      .neq('user_id', bob.id)
      .not('user_id', 'in', `(${cat.id})`)
      .limit(3);
    expect(suggested.data).toEqual([{ user_id: ann.id }]);
  });
});

describe('voice drops', () => {
  const feedColumns = `
    id, title, hashtags, duration, created_at,
    author:profiles!voice_drops_user_id_fkey(username, avatar_url),
    likes:voice_drop_likes(user_id),
    comments:voice_drop_comments(count:id)
  `;

  it('are read with their author and the caller’s like', async () => {
    await bob.client
      .from('voice_drop_likes')
      .insert({ voice_drop_id: drop, user_id: bob.id })
      .throwOnError();
    const feed = (person: Person) =>
      person.client
        .from('voice_drops')
        .select(feedColumns)
        .eq('user_id', ann.id)
        .order('created_at', { ascending: false })
        .limit(20);
    expect((await feed(bob)).data).toEqual([
      {
        id: drop,
        title: 'First',
        hashtags: ['one', 'two'],
        duration: 0.3,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/),
        author: { username: ann.username, avatar_url: null },
        likes: [{ user_id: bob.id }],
        comments: [],
      },
    ]);
    expect((await feed(cat)).data).toMatchObject([{ id: drop, likes: [] }]);
    await bob.client
      .from('voice_drop_likes')
      .delete()
      .match({ voice_drop_id: drop, user_id: bob.id })
      .throwOnError();
    expect((await feed(bob)).data).toMatchObject([{ likes: [] }]);
  });

  it('are paged by cursor', async () => {
    const later = await postDrop(ann, { title: 'Second' });
    const { data: newest } = await visit(backend)
      .from('voice_drops')
      .select('id, created_at')
      .order('created_at', { ascending: false })
      .limit(1)
      .single<{ id: string; created_at: string }>()
      .throwOnError();
    expect(newest.id).toBe(later);
    const { data } = await visit(backend)
      .from('voice_drops')
      .select('id')
      .or(
        `created_at.lt."${newest.created_at}",and(created_at.eq."${newest.created_at}",id.lt.${newest.id})`,
      )
      .eq('user_id', ann.id);
    expect(data).toEqual([{ id: drop }]);
    await ann.client.from('voice_drops').delete().eq('id', later).throwOnError();
  });

  it('are counted since midnight without their rows', async () => {
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    const { count, data, status } = await visit(backend)
      .from('voice_drops')
      .select('id', { count: 'exact', head: true })
      .eq('user_id', ann.id)
      .gte('created_at', midnight.toISOString());
    expect({ count, data, status }).toEqual({ count: 1, data: null, status: 200 });
  });

  it('are filtered by tag, by text, and by range', async () => {
    const found = async (query: PromiseLike<{ data: unknown[] | null; error: unknown }>) => {
      const { data, error } = await query;
      expect(error).toBeNull();
      return data?.length;
    };
    const drops = () => visit(backend).from('voice_drops').select('id').eq('user_id', ann.id);
    expect(await found(drops().contains('hashtags', ['one']))).toBe(1);
    expect(await found(drops().containedBy('hashtags', ['one']))).toBe(0);
    expect(await found(drops().overlaps('hashtags', ['two', 'three']))).toBe(1);
    expect(await found(drops().ilike('title', '%FIR%'))).toBe(1);
    expect(await found(drops().like('title', 'fir%'))).toBe(0);
    expect(await found(drops().gte('duration', 0.3).lt('duration', 30))).toBe(1);
    expect(await found(drops().gt('duration', 0.3).lte('duration', 120))).toBe(0);
    expect(await found(drops().range(0, 9))).toBe(1);
    expect(await found(drops().is('title', null))).toBe(0);
    expect(await found(drops().likeAnyOf('title', ['Fir%', 'Sec%']))).toBe(1);
    expect(await found(drops().ilikeAllOf('title', ['fir%', '%second']))).toBe(0);
    expect(await found(drops().not('title', 'ilike', 'fir%'))).toBe(0);
    expect(await found(drops().filter('duration', 'gte(all)', '{0.3,0.05}'))).toBe(1);
    expect(await found(drops().or('title.eq.Nothing,title.like(any).{Fir*,Sec*}'))).toBe(1);
  });

  it('are ordered and filtered by the columns of their author', async () => {
    const byAuthor = await visit(backend)
      .from('voice_drops')
      .select('title, author:profiles!inner(username)', { count: 'exact' })
      .eq('author.username', ann.username)
      .order('author(username)', { ascending: false })
      .range(0, 4);
    expect(byAuthor).toMatchObject({
      error: null,
      status: 200,
      count: 1,
      data: [{ title: 'First', author: { username: ann.username } }],
    });
    const past = await visit(backend)
      .from('voice_drops')
      .select('id', { count: 'exact' })
      .eq('user_id', ann.id)
      .range(7, 9);
    expect(past).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
  });

  it('are deleted by their owner, no more at once than max-affected allows', async () => {
    const first = await postDrop(bob, { title: 'One' });
    const second = await postDrop(bob, { title: 'Two' });
    const removeBoth = (most: number) =>
      bob.client
        .from('voice_drops')
        .delete()
        .in('id', [first, second])
        .setHeader('Prefer', `handling=strict, max-affected=${most}`);
    expect(await removeBoth(1)).toMatchObject({ status: 400, error: { code: 'PGRST124' } });
    const gone = await removeBoth(2).select('title').order('title', { ascending: false });
    expect(gone).toMatchObject({ error: null, data: [{ title: 'Two' }, { title: 'One' }] });
  });

  it('cannot be read by others once their owner makes them private or deletes them', async () => {
    const mine = await postDrop(bob, { privacy_level: 'public' });
    const seenByCat = async () =>
      (await cat.client.from('voice_drops').select('id').eq('id', mine)).data?.length;
    expect(await seenByCat()).toBe(1);
    const foreign = await cat.client.from('voice_drops').delete().eq('id', mine).select('id');
    expect(foreign.data).toEqual([]);
    await bob.client
      .from('voice_drops')
      .update({ privacy_level: 'private' })
      .eq('id', mine)
      .eq('user_id', bob.id)
      .throwOnError();
    expect(await seenByCat()).toBe(0);
    const gone = await bob.client
      .from('voice_drops')
      .delete({ count: 'exact' })
      .eq('id', mine)
      .eq('user_id', bob.id);
    expect(gone).toMatchObject({ error: null, status: 204, count: 1 });
  });

  it('are refused without their audio, and with columns that are unknown or not writable', async () => {
    const post = (changes: object) =>
      bob.client.from('voice_drops').insert({
        user_id: bob.id,
        audio_url: `/storage/v1/object/voice-drops/${bob.id}/missing.wav`,
        duration: 1,
        ...changes,
      });
    expect(await post({})).toMatchObject({ status: 409, error: { code: '23503' } });
    expect(await post({ nonsense: 1 })).toMatchObject({ status: 400, error: { code: 'PGRST204' } });
    expect(await post({ is_flagged: false })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    const id = await bob.client.from('voice_drops').select('id').eq('id', 'not-an-id');
    expect(id).toMatchObject({ status: 400, error: { code: '22P02' } });
  });
});

describe('comments', () => {
  it('are written, threaded, read with their authors, counted, and liked', async () => {
    const write = (person: Person, content: string, parent: string | null = null) =>
      person.client
        .from('voice_drop_comments')
        .insert({ voice_drop_id: drop, user_id: person.id, content, parent_comment_id: parent })
        .select()
        .single<{ id: string; content: string; created_at: string }>()
        .throwOnError();
    const first = await write(bob, 'Hello');
    expect(first.data).toMatchObject({ content: 'Hello', parent_comment_id: null });
    await write(ann, 'Hello yourself', first.data.id);
    await ann.client
      .from('voice_drop_comment_likes')
      .insert({ comment_id: first.data.id, user_id: ann.id })
      .throwOnError();

    const { data, count } = await ann.client
      .from('voice_drop_comments')
      .select(
        'content, like_count, author:profiles(username), likes:voice_drop_comment_likes(user_id), replies:voice_drop_comments(content)',
        { count: 'exact' },
      )
      .eq('voice_drop_id', drop)
      .is('parent_comment_id', null)
      .order('created_at', { ascending: true });
    expect(count).toBe(1);
    expect(data).toEqual([
      {
        content: 'Hello',
        like_count: 1,
        author: { username: bob.username },
        likes: [{ user_id: ann.id }],
        replies: [{ content: 'Hello yourself' }],
      },
    ]);
    const total = await visit(backend)
      .from('voice_drop_comments')
      .select('id', { count: 'exact', head: true })
      .eq('voice_drop_id', drop);
    expect(total.count).toBe(2);
    const unliked = await ann.client
      .from('voice_drop_comment_likes')
      .delete()
      .eq('comment_id', first.data.id)
      .eq('user_id', ann.id)
      .select('id');
    expect(unliked.data).toHaveLength(1);
  });
});

describe('relations between people', () => {
  it('bookmarks are read by their owner alone, newest first, with their drops', async () => {
    const bookmark = { user_id: bob.id, voice_drop_id: drop };
    await bob.client.from('bookmarks').insert(bookmark).throwOnError();
    const again = await bob.client.from('bookmarks').insert(bookmark);
    expect(again).toMatchObject({ status: 409, error: { code: '23505' } });
    const quietly = await bob.client
      .from('bookmarks')
      .upsert(bookmark, { onConflict: 'user_id,voice_drop_id', ignoreDuplicates: true })
      .select();
    expect(quietly).toMatchObject({ error: null, data: [] });
    const list = await bob.client
      .from('bookmarks')
      .select('created_at, drop:voice_drops!inner(title, author:profiles!inner(username))')
      .eq('drop.author.username', ann.username)
      .order('created_at', { ascending: false });
    expect(list.data).toMatchObject([
      { drop: { title: 'First', author: { username: ann.username } } },
    ]);
    const others = await cat.client.from('bookmarks').select('id');
    expect(others.data).toEqual([]);
    await bob.client.from('bookmarks').delete().match(bookmark).throwOnError();
  });

  it('a follow of a private account is a request: 201 with no row, once and again', async () => {
    const [asked, requester] = await Promise.all([
      signUp(backend, 'asked'),
      signUp(backend, 'requester'),
    ]);
    await asked.client.from('profiles').update({ is_private: true }).eq('user_id', asked.id);
    const follow = { follower_id: requester.id, following_id: asked.id };
    const insert = () => requester.client.from('follows').insert(follow);
    expect(await insert().select()).toMatchObject({ status: 201, data: [], error: null });
    expect(await insert()).toMatchObject({ status: 201, data: null, error: null });
    const request = { requester_id: requester.id, account_id: asked.id };
    const seen = await asked.client.from('follow_requests').select('requester_id, account_id');
    expect(seen.data).toEqual([request]);
    const approval = { requester: requester.id };
    expect((await asked.client.rpc('approve_follow_request', approval)).data).toBe(true);
    const { count } = await requester.client
      .from('follows')
      .select('*', { count: 'exact', head: true })
      .match(follow);
    expect(count).toBe(1);
  });

  it('what an account follows is read in pages, its bells, mutes and declines by their owner only', async () => {
    const [listener, speaker] = await Promise.all([
      signUp(backend, 'listener'),
      signUp(backend, 'speaker'),
    ]);
    const { client, id } = listener;
    const dropId = await postDrop(speaker, { title: 'For those who follow' });
    const follow = { follower_id: id, following_id: speaker.id };
    await client.from('follows').insert(follow).throwOnError();
    const followed = () =>
      client
        .rpc('following_drops', {}, { get: true })
        .select('id, author:profiles!voice_drops_user_id_fkey(username)');
    expect((await followed()).data).toEqual([
      { id: dropId, author: { username: speaker.username } },
    ]);

    expect((await client.from('drop_alerts').insert(follow)).status).toBe(201);
    expect((await speaker.client.from('drop_alerts').select()).data).toEqual([]);
    await client.from('drop_alerts').delete().match(follow).throwOnError();

    const mute = { kind: 'person', subject: speaker.id };
    await client.from('mutes').insert(mute).throwOnError();
    expect((await followed()).data).toEqual([]);
    expect((await speaker.client.from('mutes').select('kind')).data).toEqual([]);
    await client.from('mutes').delete().match(mute).throwOnError();

    const decline = { account_id: speaker.id, requester_id: id };
    expect(await speaker.client.from('follow_declines').insert(decline)).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    expect((await client.rpc('list_old_links')).data).toEqual([]);
  });

  it('the settings of an account are read and changed by it only', async () => {
    const own = bob.client.from('account_settings');
    await own.update({ drops_notifications: false }).eq('user_id', bob.id).throwOnError();
    const all = await cat.client.from('account_settings').select('user_id, drops_notifications');
    expect(all.data).toEqual([{ user_id: cat.id, drops_notifications: true }]);
    const others = cat.client.from('account_settings').update({ drops_notifications: true });
    expect((await others.eq('user_id', bob.id).select('user_id')).data).toEqual([]);
  });

  it('likes that an account shows are read with their drops from its profile, and nowhere else', async () => {
    const [fan, speaker] = await Promise.all([signUp(backend, 'fan'), signUp(backend, 'poet')]);
    const drop = await postDrop(speaker, { title: 'For those who like' });
    const like = { user_id: fan.id, voice_drop_id: drop };
    await fan.client.from('voice_drop_likes').insert(like).throwOnError();
    const shown = () =>
      visit(backend)
        .rpc('shown_likes', { person: fan.id }, { get: true })
        .select('drop:voice_drops!inner(title, likes:voice_drop_likes(id))');
    expect((await shown()).data).toEqual([]);
    await fan.client
      .from('account_settings')
      .update({ shows_likes: true })
      .eq('user_id', fan.id)
      .throwOnError();
    expect((await shown()).data).toEqual([{ drop: { title: 'For those who like', likes: [] } }]);
    for (const { client } of [bob, speaker]) {
      const rows = client.from('voice_drop_likes').select('id', { count: 'exact' });
      expect(await rows.eq('user_id', fan.id)).toMatchObject({ data: [], count: 0 });
      const drops = client.from('voice_drops').select('id, voice_drop_likes!inner()');
      expect((await drops.eq('voice_drop_likes.user_id', fan.id)).data).toEqual([]);
      const people = client.from('profiles').select('user_id, voice_drop_likes!inner()');
      expect((await people.eq('user_id', fan.id)).data).toEqual([]);
    }
  });

  it('follows are created, counted both ways, and deleted', async () => {
    await cat.client
      .from('follows')
      .insert({ follower_id: cat.id, following_id: ann.id })
      .throwOnError();
    const followers = await visit(backend)
      .from('follows')
      .select('*', { count: 'exact', head: true })
      .eq('following_id', ann.id);
    expect(followers.count).toBe(1);
    const people = await cat.client
      .from('profiles')
      .select(
        'username, followers:follows!follows_following_id_fkey(follower:profiles!follows_follower_id_fkey(username))',
      )
      .eq('user_id', ann.id)
      .single();
    expect(people.data).toEqual({
      username: ann.username,
      followers: [{ follower: { username: cat.username } }],
    });
    const ambiguous = await cat.client.from('profiles').select('follows(id)');
    expect(ambiguous).toMatchObject({ status: 300, error: { code: 'PGRST201' } });
    await cat.client
      .from('follows')
      .delete()
      .eq('follower_id', cat.id)
      .eq('following_id', ann.id)
      .throwOnError();
  });

  it('blocks and reports are written, and not read by others', async () => {
    await cat.client
      .from('blocks')
      .insert({ blocker_id: cat.id, blocked_id: bob.id })
      .throwOnError();
    const blocked = await cat.client.from('blocks').select('blocked_id').eq('blocker_id', cat.id);
    expect(blocked.data).toEqual([{ blocked_id: bob.id }]);
    expect((await bob.client.from('blocks').select('blocked_id')).data).toEqual([]);
    await cat.client.from('blocks').delete().eq('blocker_id', cat.id).throwOnError();
    const report = await cat.client.from('reports').insert({
      reporter_id: cat.id,
      reported_voice_drop_id: drop,
      reason: 'other',
      description: null,
    });
    expect(report).toMatchObject({ error: null, status: 201 });
  });

  it('notifications are read by their recipient alone, who marks them as read', async () => {
    const unread = () =>
      ann.client
        .from('notifications')
        .select('id, type, actor:profiles!notifications_actor_id_fkey(username)')
        .eq('recipient_id', ann.id)
        .eq('read', false)
        .order('created_at', { ascending: false })
        .limit(50);
    const { data, error } = await unread();
    expect(error).toBeNull();
    expect(data).toContainEqual(
      expect.objectContaining({ type: 'comment', actor: { username: bob.username } }),
    );
    const marked = await ann.client
      .from('notifications')
      .update({ read: true })
      .eq('recipient_id', ann.id)
      .eq('read', false);
    expect(marked.error).toBeNull();
    expect((await unread()).data).toEqual([]);
    expect(
      (await bob.client.from('notifications').select('id').eq('recipient_id', ann.id)).data,
    ).toEqual([]);
  });
});

describe('procedures', () => {
  it('return a value', async () => {
    const available = (name: string, id: string | null) =>
      visit(backend).rpc('check_username_available', {
        username_to_check: name,
        current_user_id: id,
      });
    expect(await available(ann.username, null)).toMatchObject({
      status: 200,
      error: null,
      data: false,
    });
    expect(await available(ann.username, ann.id)).toMatchObject({ data: true });
    expect(await available('somebody-new', null)).toMatchObject({ data: true });
  });

  it('count a listener’s play once', async () => {
    const play = () => cat.client.rpc('add_play', { voice_drop_id: drop });
    expect((await play()).data).toBe(true);
    expect((await play()).data).toBe(false);
  });

  it('return rows, by POST, GET and HEAD', async () => {
    const midnight = { local_midnight: new Date(Date.now() - 3_600_000).toISOString() };
    interface Stats {
      new_drops: number;
      total_plays: number;
    }
    const read = () => visit(backend).rpc('today_stats', midnight).single<Stats>().throwOnError();
    const { data: before } = await read();
    const later = await postDrop(ann, { title: 'Played' });
    await bob.client.rpc('add_play', { voice_drop_id: later }).throwOnError();
    const expected = { new_drops: before.new_drops + 1, total_plays: before.total_plays + 1 };
    expect((await visit(backend).rpc('today_stats', midnight)).data).toEqual([expected]);
    const single = await visit(backend).rpc('today_stats', midnight, { get: true }).single();
    expect(single.data).toEqual(expected);
    const head = await visit(backend).rpc('today_stats', midnight, { head: true, count: 'exact' });
    expect(head).toMatchObject({ status: 200, count: 1, data: null });
  });

  it('suggest people to follow, and refuse a visitor', async () => {
    const suggested = await bob.client.rpc('suggested_people');
    expect(suggested.data?.map(({ user_id: id }: { user_id: string }) => id)).not.toContain(bob.id);
    expect(Object.keys(suggested.data?.[0] ?? {})).toEqual([
      'user_id',
      'username',
      'avatar_url',
      'follower_count',
    ]);
    expect((await visit(backend).rpc('suggested_people')).error?.code).toBe('42501');
  });

  it('are refused by name when they do not exist', async () => {
    expect(await visit(backend).rpc('no_such_thing', { a: 1 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST202' },
    });
  });
});

// Hosted Supabase serves some of these: full-text search, CSV, spreads.
describe.skipIf(isOtherServer)('a request that is not served', () => {
  it('is refused by name', async () => {
    const client = visit(backend);
    expect(await client.from('nothing').select()).toMatchObject({
      status: 404,
      error: { code: 'PGRST205' },
    });
    expect(await client.from('profiles').select('nothing')).toMatchObject({
      status: 400,
      error: { code: '42703' },
    });
    expect(await client.schema('private').from('plays').select()).toMatchObject({
      status: 406,
      error: { code: 'PGRST106' },
    });
    expect(await ann.client.from('bookmarks').delete()).toMatchObject({
      status: 400,
      error: { code: '21000' },
    });
    expect(await client.from('profiles').select('id.count()')).toMatchObject({
      error: { code: 'PGRST123' },
    });
    expect(await client.from('profiles').select('id').textSearch('bio', 'x')).toMatchObject({
      status: 400,
      error: { code: 'PGRST127' },
    });
    expect(await client.from('profiles').select('id').csv()).toMatchObject({
      status: 406,
      error: { code: 'PGRST107' },
    });
    expect(await client.from('profiles').select('...follows(id)')).toMatchObject({
      error: { code: 'PGRST127' },
    });
    const other = new Headers({ apikey: backend.publishableKey, authorization: 'Bearer a.b.c' });
    const forged = await fetch(`${backend.url}/rest/v1/profiles`, { headers: other });
    expect(forged.status).toBe(401);
    expect(await forged.json()).toMatchObject({ code: 'PGRST301' });
  });
});
