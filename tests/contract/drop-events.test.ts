// The events that pages receive about drops: a private topic, which everyone may join, sends those of
// public drops; the changes of two tables send those of other drops, and counts.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openServer } from './fixtures/server.ts';

const backend = await openServer();
let author: Person;
let blocked: Person;
let stranger: Person;
const clients = new Set<SupabaseClient>();

beforeAll(async () => {
  [author, blocked, stranger] = await Promise.all([
    signUp(backend, 'news_author'),
    signUp(backend, 'news_blocked'),
    signUp(backend, 'news_stranger'),
  ]);
  await author.client
    .from('blocks')
    .insert({ blocker_id: author.id, blocked_id: blocked.id })
    .throwOnError();
});
afterEach(async () => {
  for (const client of clients) await client.removeAllChannels();
  clients.clear();
});

/** Joins the topic of public drops. @returns the received events and their payloads */
async function listen(client: SupabaseClient): Promise<[string, Record<string, unknown>][]> {
  clients.add(client);
  const events: [string, Record<string, unknown>][] = [];
  await new Promise<void>((resolve, reject) => {
    client
      .channel('drops', { config: { private: true } })
      .on('broadcast', { event: '*' }, ({ event, payload }) => events.push([event, payload]))
      .subscribe((state: string, error) => {
        if (state === 'SUBSCRIBED') resolve();
        else reject(error ?? new Error(state));
      });
  });
  return events;
}

/** Subscribes to the changes of a table. @returns the received rows */
async function listenTo(client: SupabaseClient, table: string, filter?: string) {
  clients.add(client);
  const rows: Record<string, unknown>[] = [];
  await new Promise<void>((resolve) => {
    client
      .channel(`changes of ${table}`)
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table, ...(filter && { filter }) },
        ({ new: row }) => rows.push(row),
      )
      .on('system', {}, () => resolve())
      .subscribe();
  });
  return rows;
}

it('the events of a public drop reach everyone with its id and time alone, also people who are blocked by its author', async () => {
  const listeners = await Promise.all(
    [visit(backend), stranger.client, blocked.client].map(listen),
  );
  const id = await postDrop(author, { title: 'A title that is not sent' });
  const { data: row } = await author.client
    .from('voice_drops')
    .select('created_at')
    .eq('id', id)
    .single()
    .throwOnError();
  for (const events of listeners) {
    await expect.poll(() => events).toContainEqual(['posted', { id, created_at: row.created_at }]);
  }
  expect(JSON.stringify(listeners)).not.toContain('not sent');
  const { data } = await blocked.client.from('voice_drops').select('id').eq('id', id);
  expect(data).toEqual([]);

  await author.client.from('voice_drops').update({ title: 'Anew' }).eq('id', id).throwOnError();
  await author.client.from('voice_drops').delete().eq('id', id).throwOnError();
  for (const events of listeners)
    await expect.poll(() => events).toContainEqual(['deleted', { id }]);
  const [visitors = []] = listeners;
  const ofDrop = visitors.filter(([, payload]) => payload.id === id);
  expect(ofDrop.map(([event]) => event)).toEqual(['posted', 'changed', 'deleted']);
});

it('a client cannot send to the topic', async () => {
  const events = await listen(visit(backend));
  clients.add(stranger.client);
  const channel = stranger.client.channel('drops', {
    config: { private: true, broadcast: { ack: true } },
  });
  await new Promise<void>((resolve) => {
    channel.subscribe((state: string) => {
      if (state === 'SUBSCRIBED') resolve();
    });
  });
  const forged = { type: 'broadcast' as const, event: 'deleted', payload: { id: 'forged' } };
  expect(await channel.send(forged)).not.toBe('ok');
  const id = await postDrop(author, { title: 'The last' });
  await expect.poll(() => events.map(([, payload]) => payload.id)).toContain(id);
  expect(JSON.stringify(events)).not.toContain('forged');
});

it('the events of a drop for followers reach them through a table, and not through the topic', async () => {
  const follower = await signUp(backend, 'news_follower');
  await follower.client
    .from('follows')
    .insert({ follower_id: follower.id, following_id: author.id })
    .throwOnError();
  const events = await listen(follower.client);
  const [mine, theirs] = [
    await listenTo(follower.client, 'nonpublic_drop_events'),
    await listenTo(stranger.client, 'nonpublic_drop_events'),
  ];
  const id = await postDrop(author, { title: 'Among us', privacy_level: 'followers' });
  await expect.poll(() => mine).toMatchObject([{ voice_drop_id: id, event: 'posted' }]);
  const open = await postDrop(author, { title: 'For all' });
  await expect.poll(() => events.map(([, payload]) => payload.id)).toContain(open);
  expect(events.map(([, payload]) => payload.id)).not.toContain(id);

  await author.client.from('voice_drops').delete().eq('id', id).throwOnError();
  await expect.poll(() => mine).toMatchObject([{ event: 'posted' }, { event: 'deleted' }]);
  expect(theirs).toEqual([]);
});

it('counts reach the clients that subscribe to the drop, and are read as columns of the drop', async () => {
  const [id, other] = [
    await postDrop(author, { title: 'Shown' }),
    await postDrop(author, { title: 'Not shown' }),
  ];
  const rows = await listenTo(
    visit(backend),
    'live_drop_counts',
    `voice_drop_id=in.(${id},${crypto.randomUUID()})`,
  );
  for (const drop of [other, id]) {
    await stranger.client
      .from('voice_drop_likes')
      .insert({ voice_drop_id: drop, user_id: stranger.id })
      .throwOnError();
  }
  await expect
    .poll(() => rows)
    .toMatchObject([{ voice_drop_id: id, like_count: 1, comment_count: 0, play_count: 0 }]);
  const { data } = await visit(backend)
    .from('voice_drops')
    .select('id, like_count')
    .in('id', [id, other])
    .gte('like_count', 1)
    .order('like_count', { ascending: false })
    .throwOnError();
  expect(data.map((row) => row.like_count)).toEqual([1, 1]);
  const embedded = await visit(backend)
    .from('voice_drops')
    .select('counts(like_count, play_count)')
    .eq('id', id)
    .single();
  expect(embedded.data).toEqual({ counts: { like_count: 1, play_count: 0 } });
  expect((await visit(backend).from('voice_drop_counts').select()).status).toBe(401);
  for (const name of ['like_count', 'play_count', 'comment_count']) {
    const { status } = await visit(backend).rpc(name);
    expect([name, status]).toEqual([name, 404]);
  }
});
