import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';

const backend = await startBackend();
afterAll(() => backend.stop());
let author: Person;
let follower: Person;
let stranger: Person;

/**
 * Policies, and a trigger that sends, as a migration would have them: a topic that all may read and
 * no client may write, and a topic of each person, which only the person may write and the followers may read.
 */
const policies = `
  set role postgres;
  create policy "All read the news" on realtime.messages for select to anon, authenticated
    using (extension = 'broadcast' and (select realtime.topic()) = 'news');
  create policy "Followers read what a person says" on realtime.messages
    for select to authenticated
    using (extension = 'broadcast' and exists (
      select from public.follows
      where follower_id = (select auth.uid())
        and 'person:' || following_id = (select realtime.topic())
    ));
  create policy "People read and write to their own topic" on realtime.messages
    for all to authenticated
    using ('person:' || (select auth.uid()) = (select realtime.topic()))
    with check ('person:' || (select auth.uid()) = (select realtime.topic()));
  create function private.tell_of_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform realtime.send(jsonb_build_object('bio', new.bio), 'bio', 'person:' || new.user_id);
    return null;
  end
  $$;
  create trigger tell_of_profile after update of bio on public.profiles
    for each row execute function private.tell_of_profile();`;

beforeAll(async () => {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql.unsafe(policies);
  await sql.end();
});

const topicOf = ({ id }: Person) => `person:${id}`;

const clients = new Set<SupabaseClient>();
let people = 0;
const someone = async (): Promise<Person> => {
  const person = await signUp(backend, `person${(people += 1)}`);
  clients.add(person.client);
  return person;
};

beforeAll(async () => {
  [author, follower, stranger] = await Promise.all([someone(), someone(), someone()]);
  await follow(follower);
});
afterEach(async () => {
  for (const client of clients) await client.removeAllChannels();
});

const follow = ({ client, id }: Person) =>
  client.from('follows').insert({ follower_id: id, following_id: author.id }).throwOnError();

interface Listener {
  readonly channel: RealtimeChannel;
  readonly messages: unknown[];
  readonly states: string[];
  readonly systemMessages: string[];
}

/** Joins a private topic; resolves when it is joined or refused. */
async function listen(
  client: SupabaseClient,
  topic: string,
  broadcast: { self?: boolean; ack?: boolean } = {},
): Promise<Listener> {
  const channel = client.channel(topic, { config: { private: true, broadcast } });
  const listener: Listener = { channel, messages: [], states: [], systemMessages: [] };
  await new Promise<void>((resolve) => {
    channel
      .on('broadcast', { event: '*' }, ({ event, payload }) => {
        listener.messages.push([event, payload]);
      })
      .on('system', {}, ({ message }: { message: string }) => listener.systemMessages.push(message))
      .subscribe((state, error) => {
        listener.states.push(error ? `${state}: ${error.message}` : state);
        resolve();
      });
  });
  return listener;
}

const refusal = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;

const wave = { type: 'broadcast' as const, event: 'wave', payload: { hand: 'left' } };

/** Has the trigger send a message. Messages arrive in their order: when it has, so have all before. */
const saysBySql = async (bio: string, ...listeners: Listener[]) => {
  await author.client.from('profiles').update({ bio }).eq('user_id', author.id).throwOnError();
  const message = ['bio', expect.objectContaining({ bio })];
  for (const { messages } of listeners) await expect.poll(() => messages).toContainEqual(message);
};

describe('a private channel', () => {
  it('accepts clients that a policy allows to read it, and refuses others', async () => {
    expect((await listen(visit(backend), 'news')).states).toEqual(['SUBSCRIBED']);
    expect((await listen(author.client, topicOf(author))).states).toEqual(['SUBSCRIBED']);
    expect((await listen(follower.client, topicOf(author))).states).toEqual(['SUBSCRIBED']);
    for (const client of [stranger.client, visit(backend)]) {
      const { states } = await listen(client, topicOf(author));
      expect(states[0]).toBe(`CHANNEL_ERROR: ${refusal(topicOf(author))}`);
      await client.removeAllChannels();
    }
  });

  it('closes when its account signs out, and receives no more messages', async () => {
    const leaving = await someone();
    await follow(leaving);
    const left = await listen(leaving.client, topicOf(author));
    const staying = await listen(follower.client, topicOf(author));
    await leaving.client.auth.signOut();
    await expect.poll(() => left.states).toContain('CLOSED');
    await saysBySql('after the sign-out', staying);
    expect(left.messages).toEqual([]);
  });

  it('is refused after a block, and a joined one closes with the next token', async () => {
    const blocked = await someone();
    await follow(blocked);
    const listener = await listen(blocked.client, topicOf(author));
    const block = { blocker_id: author.id, blocked_id: blocked.id };
    // A block ends the follow, on which the policy depends.
    await author.client.from('blocks').insert(block).throwOnError();
    await blocked.client.auth.refreshSession();
    await blocked.client.realtime.setAuth();
    await expect.poll(() => listener.states).toContain('CLOSED');
    expect(listener.systemMessages).toContain(
      refusal(topicOf(author)).replace('Unauthorized: ', ''),
    );
    await blocked.client.removeAllChannels();
    const again = await listen(blocked.client, topicOf(author));
    expect(again.states[0]).toBe(`CHANNEL_ERROR: ${refusal(topicOf(author))}`);
  });
});

describe('a message by SQL', () => {
  it('reaches the followers of its author, and no stranger', async () => {
    const [mine, theirs] = [
      await listen(author.client, topicOf(author)),
      await listen(follower.client, topicOf(author)),
    ];
    const other = await listen(stranger.client, topicOf(stranger));
    await saysBySql('hello', mine, theirs);
    expect(theirs.messages).toEqual([['bio', { bio: 'hello', id: expect.any(String) }]]);
    expect(other.messages).toEqual([]);
  });
});

describe('a message by a client', () => {
  it('reaches the other clients of a topic, and its sender if that requests it', async () => {
    const plain = await listen(author.client, topicOf(author), { ack: true });
    const theirs = await listen(follower.client, topicOf(author));
    expect(await plain.channel.send(wave)).toBe('ok');
    await plain.channel.httpSend('wave', { hand: 'right' });
    await saysBySql('the last', plain, theirs);
    const waves = ({ messages }: Listener) =>
      messages.filter((each) => String(each).startsWith('wave'));
    expect(waves(theirs)).toEqual([
      ['wave', { hand: 'left' }],
      ['wave', { hand: 'right' }],
    ]);
    // What was sent over HTTP comes from no channel.
    expect(waves(plain)).toEqual([['wave', { hand: 'right' }]]);

    await author.client.removeAllChannels();
    const echoing = await listen(author.client, topicOf(author), { self: true, ack: true });
    expect(await echoing.channel.send(wave)).toBe('ok');
    await expect.poll(() => echoing.messages).toContainEqual(['wave', { hand: 'left' }]);
  });

  it('is refused when its sender may not write, and is not delivered', async () => {
    const mine = await listen(author.client, topicOf(author));
    const reader = await listen(follower.client, topicOf(author), { ack: true });
    expect(await reader.channel.send(wave)).toBe('error');
    const reason = `You do not have permissions to write to this Channel topic: ${topicOf(author)}`;
    await expect.poll(() => reader.systemMessages).toContain(reason);
    await expect(reader.channel.httpSend('wave', {})).rejects.toThrow(reason);
    const early = stranger.client.channel(topicOf(author), { config: { private: true } });
    await expect(early.httpSend('wave', {})).rejects.toThrow(reason);
    expect(await early.send(wave)).toBe('error');
    const news = await listen(author.client, 'news', { ack: true });
    expect(await news.channel.send(wave)).toBe('error');
    await saysBySql('undisturbed', mine);
    expect(mine.messages).toHaveLength(1);
  });
});
