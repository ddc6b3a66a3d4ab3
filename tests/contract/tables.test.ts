// The table calls of section 7 of the spec that no other file covers, in the spec's order.
import { beforeAll, describe, expect, test } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openServer, type ContractServer } from './fixtures/server.ts';
import { wavOf } from './fixtures/wav.ts';

let backend: ContractServer;
let ann: Person;
let bob: Person;
let drop: string;

beforeAll(async () => {
  backend = await openServer();
  [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);
  drop = await postDrop(ann, { title: 'Earlier' });
});

describe('profiles', () => {
  test('a comment’s author is found by account', async () => {
    const { data } = await visit(backend)
      .from('profiles')
      .select('username, avatar_url, bio')
      .eq('user_id', ann.id)
      .single();
    expect(data).toEqual({ username: ann.username, avatar_url: null, bio: null });
  });

  test('all settings are saved in one upsert', async () => {
    const settings = {
      username: ann.username.toUpperCase(),
      bio: 'Late hours',
      is_private: false,
      push_notifications: false,
      email_notifications: true,
      likes_notifications: false,
      replies_notifications: true,
      follows_notifications: false,
      block_inappropriate: false,
      allow_anonymous: true,
      allow_downloads: true,
      dark_mode: true,
      autoplay: false,
    };
    const saved = await ann.client
      .from('profiles')
      .upsert({ user_id: ann.id, avatar_url: null, ...settings }, { onConflict: 'user_id' });
    expect(saved).toMatchObject({ error: null, status: 200 });
    const { data } = await ann.client.from('profiles').select('*').eq('user_id', ann.id).single();
    expect(data).toMatchObject(settings);
  });

  test('name, bio and picture are updated', async () => {
    const bucket = ann.client.storage.from('voice-drops');
    const path = `avatars/${ann.id}_1.png`;
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    await bucket.upload(path, png, {
      contentType: 'image/png',
      cacheControl: '3600',
      upsert: true,
    });
    const { error } = await ann.client
      .from('profiles')
      .update({
        username: ann.username,
        bio: 'Later hours',
        avatar_url: bucket.getPublicUrl(path).data.publicUrl,
        updated_at: new Date().toISOString(),
      })
      .eq('user_id', ann.id);
    expect(error).toBeNull();
    const { data } = await visit(backend)
      .from('profiles')
      .select('username, bio, avatar_url')
      .eq('user_id', ann.id)
      .single();
    expect(data).toEqual({
      username: ann.username,
      bio: 'Later hours',
      avatar_url: `/storage/v1/object/voice-drops/${path}`,
    });
  });
});

describe('voice drops', () => {
  test('of a person come newest first', async () => {
    const later = await postDrop(ann, { title: 'Later' });
    const { data } = await visit(backend)
      .from('voice_drops')
      .select('id')
      .eq('user_id', ann.id)
      .order('created_at', { ascending: false });
    expect(data).toEqual([{ id: later }, { id: drop }]);
    await ann.client.from('voice_drops').delete().eq('id', later).eq('user_id', ann.id);
  });

  test('are read by id', async () => {
    const { data } = await visit(backend)
      .from('voice_drops')
      .select(
        'id, title, audio_url, duration, filter_used, created_at, user_id, hashtags, privacy_level',
      )
      .eq('id', drop)
      .single();
    expect(data).toEqual({
      id: drop,
      title: 'Earlier',
      audio_url: expect.stringContaining(`/voice-drops/${ann.id}/`),
      duration: 0.1,
      filter_used: 'echo',
      created_at: expect.any(String),
      user_id: ann.id,
      hashtags: [],
      privacy_level: 'public',
    });
  });

  test('have play counts that are read, and that no client writes', async () => {
    const plays = () =>
      visit(backend).from('voice_drops').select('play_count').eq('id', drop).single();
    expect((await plays()).data).toEqual({ play_count: 0 });
    const written = await ann.client
      .from('voice_drops')
      .update({ ['play_count']: 1 })
      .eq('id', drop)
      .eq('user_id', ann.id);
    expect(written.error).toMatchObject({ code: 'PGRST204' });
    expect((await bob.client.rpc('add_play', { voice_drop_id: drop })).data).toBe(true);
    expect((await plays()).data).toEqual({ play_count: 1 });
  });

  test('are posted with all columns that the recorder sends', async () => {
    const bucket = bob.client.storage.from('voice-drops');
    const path = `${bob.id}/${Date.now()}-voice-drop.wav`;
    const upload = await bucket.upload(path, wavOf(0.1), {
      contentType: 'audio/wav',
      upsert: false,
    });
    expect(upload.error).toBeNull();
    const posted = {
      user_id: bob.id,
      title: 'Hm #night',
      filter_used: 'vintage',
      duration: 0.1,
      hashtags: ['night'],
      privacy_level: 'private',
    };
    const { data, error } = await bob.client
      .from('voice_drops')
      .insert({ ...posted, audio_url: bucket.getPublicUrl(path).data.publicUrl })
      .select(
        'user_id, title, filter_used, duration, hashtags, privacy_level, audio_path, play_count',
      )
      .single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ ...posted, audio_path: path, play_count: 0 });
  });
});

describe('likes, bookmarks and follows', () => {
  test.each([
    ['voice_drop_likes', 'user_id', 'voice_drop_id'],
    ['bookmarks', 'user_id', 'voice_drop_id'],
    ['follows', 'follower_id', 'following_id'],
    ['blocks', 'blocker_id', 'blocked_id'],
  ] as const)('%s are made, looked up and taken back', async (table, by, what) => {
    const mark: Record<string, string> = {
      [by]: bob.id,
      [what]: what === 'voice_drop_id' ? drop : ann.id,
    };
    const seen = () => bob.client.from(table).select(what).match(mark).maybeSingle();
    expect((await seen()).data).toBeNull();
    expect(await bob.client.from(table).insert<object>(mark)).toMatchObject({
      error: null,
      status: 201,
    });
    expect((await seen()).data).toEqual({ [what]: mark[what] });
    const { error, status } = await bob.client.from(table).delete().match(mark);
    expect({ error, status }).toEqual({ error: null, status: 204 });
    expect((await seen()).data).toBeNull();
  });

  test('hashtags are followed, listed for their owner alone, and unfollowed', async () => {
    const row = { user_id: bob.id, tag: 'contract_rain' };
    const listed = (client = bob.client) =>
      client.from('followed_hashtags').select('tag').order('tag');
    await bob.client.from('followed_hashtags').insert(row).throwOnError();
    expect((await listed()).data).toEqual([{ tag: row.tag }]);
    expect((await listed(ann.client)).data).toEqual([]);
    const twice = await bob.client.from('followed_hashtags').insert(row);
    expect(twice).toMatchObject({ status: 409, error: { code: '23505' } });
    const forAnother = await ann.client.from('followed_hashtags').insert(row);
    expect(forAnother.error?.code).toBe('42501');
    await bob.client.from('followed_hashtags').delete().match(row).throwOnError();
    expect((await listed()).data).toEqual([]);
  });

  test('followers and followed are counted', async () => {
    const follow = { follower_id: bob.id, following_id: ann.id };
    await bob.client.from('follows').insert(follow).throwOnError();
    const count = async (column: string, id: string) => {
      const counted = bob.client.from('follows').select('*', { count: 'exact', head: true });
      return (await counted.eq(column, id)).count;
    };
    expect(await count('following_id', ann.id)).toBe(1);
    expect(await count('follower_id', bob.id)).toBe(1);
    expect(await count('follower_id', ann.id)).toBe(0);
    await bob.client.from('follows').delete().match(follow).throwOnError();
  });
});

describe('comments', () => {
  test('are written, answered, read in order, listed by their author, and liked', async () => {
    const write = (content: string, parent_comment_id: string | null) =>
      bob.client
        .from('voice_drop_comments')
        .insert({ voice_drop_id: drop, user_id: bob.id, content, parent_comment_id })
        .select()
        .single<{ id: string }>()
        .throwOnError();
    const { data: first } = await write('First', null);
    const { data: reply } = await write('Reply', first.id);
    const { data } = await visit(backend)
      .from('voice_drop_comments')
      .select('id, content, created_at, user_id, parent_comment_id')
      .eq('voice_drop_id', drop)
      .order('created_at', { ascending: true });
    expect(data).toMatchObject([
      { id: first.id, content: 'First', user_id: bob.id, parent_comment_id: null },
      { id: reply.id, content: 'Reply', user_id: bob.id, parent_comment_id: first.id },
    ]);
    const own = await bob.client.from('voice_drop_comments').select('id').eq('user_id', bob.id);
    expect(own.data).toHaveLength(2);

    const like = { comment_id: first.id, user_id: ann.id };
    await ann.client.from('voice_drop_comment_likes').insert(like).throwOnError();
    const likes = () =>
      ann.client.from('voice_drop_comment_likes').select('user_id').eq('comment_id', first.id);
    expect((await likes()).data).toEqual([{ user_id: ann.id }]);
    await ann.client.from('voice_drop_comment_likes').delete().match(like).throwOnError();
    expect((await likes()).data).toEqual([]);
  });
});

describe('reports', () => {
  test.each([
    ['a person', () => ({ reported_user_id: ann.id })],
    ['a drop', () => ({ reported_voice_drop_id: drop })],
  ])('of %s are taken', async (_what, reported) => {
    const report: Record<string, string> = {
      reporter_id: bob.id,
      reason: 'spam',
      description: 'Again',
      ...reported(),
    };
    expect(await bob.client.from('reports').insert<object>(report)).toMatchObject({
      error: null,
      status: 201,
    });
  });
});

describe('notifications', () => {
  test('come with their actors, and are marked as read one by one', async () => {
    // The settings saved above switch off notifications of likes, not of comments.
    const { data } = await ann.client
      .from('notifications')
      .select('id, type, content, read, reference_id, created_at, actor_id')
      .eq('recipient_id', ann.id)
      .order('created_at', { ascending: false })
      .limit(50)
      .throwOnError();
    expect(data).toMatchObject([
      { type: 'comment', content: 'Reply', read: false, reference_id: drop, actor_id: bob.id },
      { type: 'comment', content: 'First', read: false, reference_id: drop, actor_id: bob.id },
    ]);
    const actors = await ann.client
      .from('profiles')
      .select('user_id, username, avatar_url')
      .in('user_id', [...new Set(data.map(({ actor_id }) => actor_id))]);
    expect(actors.data).toEqual([{ user_id: bob.id, username: bob.username, avatar_url: null }]);
    await ann.client
      .from('notifications')
      .update({ read: true })
      .eq('id', data[0]?.id)
      .eq('recipient_id', ann.id)
      .throwOnError();
    const unread = await ann.client
      .from('notifications')
      .select('content')
      .eq('recipient_id', ann.id)
      .eq('read', false);
    expect(unread.data).toEqual([{ content: 'First' }]);
  });

  test('are counted while unread, and found by their actor or their content', async () => {
    const { count } = await ann.client
      .from('notifications')
      .select('id', { count: 'exact', head: true })
      .eq('recipient_id', ann.id)
      .eq('read', false);
    expect(count).toBe(1);
    const contentsOf = async (words: string) => {
      const { data } = await ann.client
        .from('notifications')
        .select('content, named:profiles!notifications_actor_id_fkey()')
        .ilike('named.username', `%${words}%`)
        .or(`content.ilike."%${words}%",named.not.is.null`)
        .order('content')
        .throwOnError();
      return data.map(({ content }) => content);
    };
    expect(await contentsOf('BO')).toEqual(['First', 'Reply']);
    expect(await contentsOf('fir')).toEqual(['First']);
    expect(await contentsOf('ann')).toEqual([]);
  });
});
