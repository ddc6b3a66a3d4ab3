// The table calls of section 7 of the specification that rest.test.ts does not cover.
import { describe, expect, it } from 'vitest';
import { signUp, visit } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openServer } from './fixtures/server.ts';
import { wavOf } from './fixtures/wav.ts';

const backend = await openServer();
const [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);
const drop = await postDrop(ann, { title: 'Earlier' });

describe('profiles', () => {
  it('save all settings in one upsert', async () => {
    const settings = {
      username: ann.username.toUpperCase(),
      bio: 'Late hours',
      is_private: false,
      push_notifications: false,
      email_notifications: true,
      likes_notifications: false,
      replies_notifications: true,
      mentions_notifications: true,
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

  it('update a name, a bio and a picture', async () => {
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
  it('are posted with all columns that the recorder sends', async () => {
    const bucket = bob.client.storage.from('voice-drops');
    const path = `${bob.id}/${Date.now()}-voice-drop.wav`;
    const upload = await bucket.upload(path, wavOf(0.3), {
      contentType: 'audio/wav',
      upsert: false,
    });
    expect(upload.error).toBeNull();
    const posted = {
      user_id: bob.id,
      title: 'Hm #night',
      filter_used: 'vintage',
      duration: 0.3,
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

describe('earlier words', () => {
  it('are read by the owner alone, and everyone reads when the drop was edited', async () => {
    const { data: played } = await bob.client.rpc('add_play', { voice_drop_id: drop });
    expect(played).toBe(true);
    const update = { title: 'Later' };
    await ann.client.from('voice_drops').update(update).eq('id', drop).throwOnError();
    const read = (client: typeof ann.client) =>
      client.from('earlier_words').select('title').eq('voice_drop_id', drop);
    expect((await read(ann.client)).data).toEqual([{ title: 'Earlier' }]);
    expect((await read(bob.client)).data).toEqual([]);
    expect((await read(visit(backend))).error?.code).toBe('42501');
    const { data } = await visit(backend)
      .from('voice_drops')
      .select('edited_at')
      .eq('id', drop)
      .single();
    expect(data?.edited_at).toEqual(expect.any(String));
  });
});

describe('likes, bookmarks and follows', () => {
  it.each([
    ['voice_drop_likes', 'user_id', 'voice_drop_id'],
    ['bookmarks', 'user_id', 'voice_drop_id'],
    ['follows', 'follower_id', 'following_id'],
    ['blocks', 'blocker_id', 'blocked_id'],
  ] as const)('%s are inserted, read and deleted', async (table, actor, target) => {
    const mark: Record<string, string> = {
      [actor]: bob.id,
      [target]: target === 'voice_drop_id' ? drop : ann.id,
    };
    const read = () => bob.client.from(table).select(target).match(mark).maybeSingle();
    expect((await read()).data).toBeNull();
    expect(await bob.client.from(table).insert<object>(mark)).toMatchObject({
      error: null,
      status: 201,
    });
    expect((await read()).data).toEqual({ [target]: mark[target] });
    const { error, status } = await bob.client.from(table).delete().match(mark);
    expect({ error, status }).toEqual({ error: null, status: 204 });
    expect((await read()).data).toBeNull();
  });

  it('followed hashtags are inserted, read by their owner alone, and deleted', async () => {
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
});

describe('notifications', () => {
  it('are marked as read one by one, counted while unread, and found by their actor or content', async () => {
    // The settings saved above switch off notifications of likes, not of comments.
    for (const content of ['First', 'Second']) {
      await bob.client
        .from('voice_drop_comments')
        .insert({ voice_drop_id: drop, user_id: bob.id, content })
        .throwOnError();
    }
    const { data } = await ann.client
      .from('notifications')
      .select('id, type, content, read, reference_id, created_at, actor_id')
      .eq('recipient_id', ann.id)
      .order('created_at', { ascending: false })
      .limit(50)
      .throwOnError();
    expect(data).toMatchObject([
      { type: 'comment', content: 'Second', read: false, reference_id: drop, actor_id: bob.id },
      { type: 'comment', content: 'First', read: false, reference_id: drop, actor_id: bob.id },
    ]);
    await ann.client
      .from('notifications')
      .update({ read: true })
      .eq('id', data[0]?.id)
      .eq('recipient_id', ann.id)
      .throwOnError();
    const { count } = await ann.client
      .from('notifications')
      .select('id', { count: 'exact', head: true })
      .eq('recipient_id', ann.id)
      .eq('read', false);
    expect(count).toBe(1);
    const contentsOf = async (words: string) => {
      const found = await ann.client
        .from('notifications')
        .select('content, named:profiles!notifications_actor_id_fkey()')
        .ilike('named.username', `%${words}%`)
        .or(`content.ilike."%${words}%",named.not.is.null`)
        .order('content')
        .throwOnError();
      return found.data.map(({ content }) => content);
    };
    expect(await contentsOf('BO')).toEqual(['First', 'Second']);
    expect(await contentsOf('fir')).toEqual(['First']);
    expect(await contentsOf('ann')).toEqual([]);
  });
});
