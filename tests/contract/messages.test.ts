import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { openServer } from './fixtures/server.ts';

const backend = await openServer();
const [ann, bob, cleo] = await Promise.all([
  signUp(backend, 'ann_m'),
  signUp(backend, 'bob_m'),
  signUp(backend, 'cleo_m'),
]);

/** Joins the topic of a person; resolves with its news when it is joined, or else with null. */
const listen = async ({ client }: Person, { id }: Person) => {
  const news: unknown[] = [];
  const channel = client.channel(`person:${id}`, { config: { private: true } });
  const state = await new Promise<string>((resolve) => {
    channel
      .on('broadcast', { event: '*' }, ({ event, payload }) => {
        const { conversation, position } = payload;
        news.push([event, conversation, position]);
      })
      .subscribe(resolve);
  });
  if (state !== 'SUBSCRIBED') await client.removeChannel(channel);
  return state === 'SUBSCRIBED' ? news : null;
};

const open = async ({ client }: Person, { id }: Person): Promise<string> => {
  const { data } = await client.rpc('open_conversation', { person: id }).throwOnError();
  return String(data);
};

const send = async ({ client }: Person, conversation: string, content: string) => {
  const id = randomUUID();
  const { data } = await client
    .rpc('send_message', { id, conversation, content })
    .select('*')
    .single()
    .throwOnError();
  return { id, data };
};

/** The conversations of a person, as their list reads them. */
const listOf = async ({ client }: Person) => {
  const { data } = await client
    .from('conversation_participants')
    .select(
      `conversation_id, state, person, unread_count, other_read_position,
       conversation:conversations(is_anonymous), latest:messages(content, position)`,
    )
    .not('latest_at', 'is', null)
    .order('latest_at', { ascending: false })
    .throwOnError();
  return data;
};

it('two people write to each other, and the news arrive at once on a topic of their own', async () => {
  const news = await listen(bob, bob);
  expect(await listen(cleo, bob)).toBeNull();
  expect(await listen({ ...bob, client: visit(backend) }, bob)).toBeNull();
  const conversation = await open(ann, bob);
  const first = await send(ann, conversation, 'Good evening');
  await expect.poll(() => news).toContainEqual(['message', conversation, 1]);
  expect(await listOf(bob)).toEqual([
    {
      conversation_id: conversation,
      state: 'request',
      person: { user_id: ann.id, username: ann.username, avatar_url: null },
      unread_count: 1,
      other_read_position: null,
      conversation: { is_anonymous: false },
      latest: { content: 'Good evening', position: 1 },
    },
  ]);

  await bob.client.rpc('accept_conversation', { conversation }).throwOnError();
  await bob.client.rpc('mark_read', { conversation, position: 1 }).throwOnError();
  expect(await listOf(ann)).toMatchObject([{ state: 'open', other_read_position: 1 }]);
  await ann.client.rpc('show_typing', { conversation }).throwOnError();
  await expect.poll(() => news).toContainEqual(['typing', conversation, undefined]);

  const found = await bob.client.rpc('search_messages', { words: 'EVENING' }).select('id');
  expect(found.data).toEqual([{ id: first.id }]);
  await ann.client.rpc('delete_message', { message: first.id, for_both: true }).throwOnError();
  expect(await listOf(bob)).toMatchObject([{ latest: { content: null, position: 1 } }]);
  const muted = await bob.client
    .from('conversation_participants')
    .update({ is_muted: true })
    .eq('conversation_id', conversation)
    .select('is_muted');
  expect(muted.data).toEqual([{ is_muted: true }]);
  const ended = await bob.client.rpc('end_conversation', { conversation });
  expect([ended.status, ended.error?.code]).toEqual([403, 'PT403']);
  await bob.client.rpc('delete_conversation', { conversation }).throwOnError();
  expect(await listOf(bob)).toEqual([]);
});

it('no request shows whose a conversation is, or what is stored besides', async () => {
  const conversation = await open(ann, cleo);
  const sent = await send(ann, conversation, 'Hello');
  expect(sent.data).toMatchObject({ clip_id: null, hidden_for: [], withdrawn_at: null });
  const token = (await cleo.client.auth.getSession()).data.session!.access_token;
  const ask = async (path: string, init: RequestInit = {}) => {
    const { status } = await fetch(`${backend.url}/rest/v1/${path}`, {
      ...init,
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });
    return status;
  };
  for (const path of [
    'conversations?select=first_id',
    'conversations?order=created_at',
    'conversations?first_id=not.is.null&select=id',
    'conversations?select=id,starter:profiles!conversations_first_id_fkey(username)',
    'profiles?select=username,conversations!conversations_first_id_fkey!inner(id)',
    'messages?select=clip_id',
    'messages?select=id&order=is_delivered',
    'messages?select=id&hidden_for=cs.{1}',
  ]) {
    expect([path, await ask(path)]).toEqual([path, 403]);
  }
  for (const name of ['state', 'person', 'other_read_position', 'accepts_messages']) {
    const row = { conversation_id: conversation, user_id: ann.id };
    expect([name, await ask(`rpc/${name}`, { method: 'POST', body: JSON.stringify(row) })]).toEqual(
      [name, 404],
    );
  }
});
