import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen, titles, until, type Listener } from './fixtures/listen.ts';
import { signUp, tokenOf, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { wavOf } from './fixtures/wav.ts';
import { isOtherServer, openServer } from './fixtures/server.ts';

const backend = await openServer();
let owner: Person;
let other: Person;
let follower: Person;
let blocked: Person;

const someone = (where = backend) => signUp(where, `u${randomUUID().slice(0, 8)}`);

beforeAll(async () => {
  [owner, other, follower, blocked] = await Promise.all([
    someone(),
    someone(),
    someone(),
    someone(),
  ]);
  const follow = { follower_id: follower.id, following_id: owner.id };
  await follower.client.from('follows').insert(follow).throwOnError();
  const block = { blocker_id: owner.id, blocked_id: blocked.id };
  await owner.client.from('blocks').insert(block).throwOnError();
});

/** A client that sends this token, whether or not the session is valid. */
const showing = async (token: string): Promise<SupabaseClient> => {
  const client = visit(backend);
  await client.realtime.setAuth(token);
  return client;
};

const drops = { table: 'voice_drops' };

const readable =
  'id,user_id,title,audio_url,audio_path,duration,filter_used,hashtags,privacy_level,waveform,' +
  'allows_voice_replies,is_sensitive,is_limited,moderation,audience,is_flagged,created_at,edited_at';

describe('changes', () => {
  it('a post reaches a listener with the same columns as over REST: those that the listener may read', async () => {
    const listener = await listen(other.client, drops);
    expect(listener.systemMessages).toEqual(['Subscribed to PostgreSQL']);
    const id = await postDrop(owner, { title: 'first words', hashtags: ['night', 'rain'] });
    await until(listener, 'first words');
    const { data: row } = await other.client
      .from('voice_drops')
      .select(readable)
      .eq('id', id)
      .single();
    expect(listener.changes).toEqual([
      {
        eventType: 'INSERT',
        schema: 'public',
        table: 'voice_drops',
        commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        new: row,
        old: {},
        errors: null,
      },
    ]);
  });

  it('an update reaches listeners with the new row and the old key, and a deletion with the key alone', async () => {
    const listener = await listen(other.client, drops);
    const id = await postDrop(owner, { title: 'to be changed' });
    await until(listener, 'to be changed');
    await owner.client.from('voice_drops').update({ title: 'changed' }).eq('id', id).throwOnError();
    await until(listener, 'changed');
    await owner.client.from('voice_drops').delete().eq('id', id).throwOnError();
    await expect.poll(() => listener.changes.at(-1)?.eventType).toBe('DELETE');
    expect(listener.changes.slice(-2)).toMatchObject([
      { eventType: 'UPDATE', new: { id, title: 'changed' }, old: { id } },
      { eventType: 'DELETE', new: {}, old: { id } },
    ]);
    expect(listener.changes.at(-1)?.old).toEqual({ id });
  });

  it('a listener receives only the events that it subscribed to', async () => {
    const listener = await listen(other.client, { ...drops, event: 'UPDATE' });
    const id = await postDrop(owner, { title: 'made' });
    // Received before the next change, so that visibility is checked with this version of the row.
    await owner.client
      .from('voice_drops')
      .update({ title: 'made anew' })
      .eq('id', id)
      .throwOnError();
    await until(listener, 'made anew');
    expect(listener.changes.map(({ eventType }) => eventType)).toEqual(['UPDATE']);
  });

  it('each listener receives the changes of rows that it may read, and no others', async () => {
    const clients: Record<string, SupabaseClient> = {
      owner: owner.client,
      follower: follower.client,
      other: other.client,
      blocked: blocked.client,
      visitor: visit(backend),
    };
    const listeners: Record<string, Listener> = {};
    for (const [name, client] of Object.entries(clients)) {
      listeners[name] = await listen(client, { ...drops, event: 'INSERT' });
    }
    await postDrop(owner, { title: 'for me', privacy_level: 'private' });
    await postDrop(owner, { title: 'for followers', privacy_level: 'followers' });
    await postDrop(owner, { title: 'for all' });
    // The blocked account receives no change of the owner's; this drop is by another account, for everyone.
    await postDrop(other, { title: 'the last' });
    const received: Record<string, unknown> = {};
    for (const [name, listener] of Object.entries(listeners)) {
      await until(listener, 'the last');
      received[name] = titles(listener);
    }
    expect(received).toEqual({
      owner: ['for me', 'for followers', 'for all', 'the last'],
      follower: ['for followers', 'for all', 'the last'],
      other: ['for all', 'the last'],
      blocked: ['the last'],
      visitor: ['for all', 'the last'],
    });
  });

  it('a drop that becomes private reaches its owner alone from then on', async () => {
    const id = await postDrop(owner, { title: 'a public title' });
    const mine = await listen(owner.client, { ...drops, event: 'UPDATE' });
    const theirs = await listen(other.client, { ...drops, event: 'UPDATE' });
    const change = (values: object) =>
      owner.client.from('voice_drops').update(values).eq('id', id).throwOnError();
    await change({ privacy_level: 'private', title: 'whispered' });
    await until(mine, 'whispered');
    await change({ privacy_level: 'public', title: 'a new title' });
    await until(theirs, 'a new title');
    expect(titles(theirs)).toEqual(['a new title']);
  });

  it('a person does not receive another person’s notifications with any subscription', async () => {
    const theirs = { table: 'notifications', filter: `recipient_id=eq.${owner.id}` };
    const mine = await listen(owner.client, theirs);
    const spying = await listen(other.client, theirs);
    const spyingOnAll = await listen(other.client, { table: 'notifications' });
    const visiting = await listen(visit(backend), { table: 'notifications' });
    const like = async (liker: Person, of: Person) => {
      const voice_drop_id = await postDrop(of);
      await liker.client
        .from('voice_drop_likes')
        .insert({ voice_drop_id, user_id: liker.id })
        .throwOnError();
    };
    await like(follower, owner);
    await like(owner, other);
    await expect.poll(() => spyingOnAll.changes.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(mine.changes).toMatchObject([
      { eventType: 'INSERT', new: { recipient_id: owner.id, actor_id: follower.id, type: 'like' } },
    ]);
    expect(spyingOnAll.changes).toMatchObject([{ new: { recipient_id: other.id } }]);
    expect(spying.changes).toEqual([]);
    expect(visiting.changes).toEqual([]);
    expect(visiting.systemMessages[0]).toBe('Subscribed to PostgreSQL');
  });
});

describe('filters', () => {
  it('each operator selects the same rows as in PostgreSQL', async () => {
    const mine = await someone();
    const filters = {
      'title=eq.Alpha': ['Alpha'],
      'title=neq.Alpha': ['beta', 'gamma, delta'],
      'title=not.eq.beta': ['Alpha', 'gamma, delta'],
      'title=in.(Alpha,"gamma, delta")': ['Alpha', 'gamma, delta'],
      'title=not.in.(Alpha,beta)': ['gamma, delta'],
      'title=eq."gamma, delta"': ['gamma, delta'],
      'title=like.%a': ['Alpha', 'beta', 'gamma, delta'],
      'title=like.a%': [],
      'title=ilike.a%': ['Alpha'],
      'title=isdistinct.beta': ['Alpha', 'gamma, delta'],
      'title=is.null': [],
      'title=not.is.null': ['Alpha', 'beta', 'gamma, delta'],
      'duration=gt.2': ['gamma, delta'],
      'duration=gte.2': ['beta', 'gamma, delta'],
      'duration=lt.2': ['Alpha'],
      'duration=lte.2.0': ['Alpha', 'beta'],
      'duration=gt.1,title=neq.beta': ['gamma, delta'],
      [`user_id=eq.${mine.id.toUpperCase()}`]: ['Alpha', 'beta', 'gamma, delta'],
    };
    const last = 'zeta ultima';
    const listeners = new Map<string, Listener>();
    for (const filter of Object.keys(filters)) {
      listeners.set(filter, await listen(mine.client, { ...drops, event: 'INSERT', filter }));
    }
    const everything = await listen(mine.client, { ...drops, event: 'INSERT' });
    const posts = { Alpha: 1, beta: 2, 'gamma, delta': 3, [last]: 1.5 };
    for (const [title, duration] of Object.entries(posts))
      await postDrop(mine, { title, duration }, 'audio/wav', { clip: wavOf(duration) });
    await until(everything, last);
    const received = Object.fromEntries(
      [...listeners].map(([filter, listener]) => [
        filter,
        titles(listener).filter((title) => title !== last),
      ]),
    );
    expect(received).toEqual(filters);
  });

  it.each([
    ['like_count=eq.1', 'invalid column for filter like_count'],
    ['nowhere=eq.1', 'invalid column for filter nowhere'],
    ['duration=eq.loud', 'invalid input syntax for type double precision'],
    ['duration=like.1%', 'operator like requires a text-compatible column type'],
    ['title=match.^a', 'the operator `match` is not served here'],
    ['title=not.imatch.^a', 'the operator `imatch` is not served here'],
    ['title=foo.hey', 'Error parsing `filter` params: ["foo", "hey"]'],
    ['undefined', 'Error parsing `filter` params: ["undefined"]'],
    ['title=in.a,b', '`in` filter value must be wrapped by parentheses'],
    [
      `title=eq.x'; drop table public.bookmarks; --,user_id=eq.'`,
      'invalid input syntax for type uuid',
    ],
    [`"title'; drop table x; --=eq.1`, 'invalid column for filter "title\'; drop table x; --'],
  ])('%s is refused', async (filter, reason) => {
    const { systemMessages, states } = await listen(other.client, { ...drops, filter });
    expect(states).toEqual(['SUBSCRIBED']);
    expect(systemMessages).toEqual([expect.stringContaining(reason)]);
  });

  it('a table that is not published is refused', async () => {
    const { systemMessages } = await listen(other.client, { table: 'reports' });
    expect(systemMessages).toEqual([
      'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for ' +
        'the given connect parameters: [event: *, schema: public, table: reports, filters: [], select: nil]',
    ]);
  });
});

describe('tokens', () => {
  it('a channel stays open with a refreshed token', async () => {
    const person = await someone();
    const listener = await listen(person.client, drops);
    const { error } = await person.client.auth.refreshSession();
    expect(error).toBeNull();
    await person.client.realtime.setAuth();
    await postDrop(owner, { title: 'after the renewal' });
    await until(listener, 'after the renewal');
    expect(listener.states).toEqual(['SUBSCRIBED']);
  });

  it('a channel does not accept the token of another account', async () => {
    const listener = await listen(await showing(await tokenOf(follower)), drops);
    await listener.channel.socket.setAuth(await tokenOf(other));
    await expect
      .poll(() => listener.states, { timeout: 15_000 })
      .toEqual(['SUBSCRIBED', expect.stringContaining('CHANNEL_ERROR'), 'SUBSCRIBED']);
    expect(listener.systemMessages).toContain(
      'The token speaks for someone else, please subscribe again',
    );
    await postDrop(owner, { title: 'still for followers', privacy_level: 'followers' });
    await postDrop(owner, { title: 'still for all' });
    await until(listener, 'still for all');
    expect(titles(listener)).toEqual(['still for all']);
  });

  it('a sign-out closes the channels of its session at once, and of no other', async () => {
    const person = await someone();
    const token = await tokenOf(person);
    const device = await showing(token);
    const listener = await listen(device, drops);
    const bystander = await listen(other.client, drops);
    await person.client.auth.signOut();
    await expect.poll(() => listener.states).toContain('CLOSED');
    expect(listener.systemMessages.at(-1)).toBe(
      'Session from session_id claim in JWT does not exist',
    );
    await postDrop(owner, { title: 'after the sign-out' });
    await until(bystander, 'after the sign-out');
    expect(listener.changes).toEqual([]);

    const again = await listen(device, drops);
    expect(again.states).toEqual([
      'CHANNEL_ERROR: Unauthorized: Session from session_id claim in JWT does not exist',
    ]);
  });

  it('malformed tokens are refused', async () => {
    const token = await tokenOf(other);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const bad = {
      nonsense: 'MalformedJWT: The token provided is not a valid JWT',
      [`${header}.${payload}.${signature.slice(0, -4)}AAAA`]:
        'JwtSignatureError: Failed to validate JWT signature',
      [`${none}.${payload}.`]: 'JwtSignatureError: Failed to validate JWT signature',
    };
    for (const [shown, reason] of Object.entries(bad)) {
      expect((await listen(await showing(shown), drops)).states).toEqual([
        `CHANNEL_ERROR: ${reason}`,
      ]);
    }
  });
});

describe.skipIf(isOtherServer)('a feature that is not served', () => {
  it('presence is refused by name, and so are public channels for broadcasts', async () => {
    const refusalOf = (config: object) =>
      new Promise<string | undefined>((resolve) => {
        other.client
          .channel(randomUUID(), { config })
          .subscribe((_state, error) => resolve(error?.message));
      });
    expect(await refusalOf({ presence: { enabled: true } })).toBe(
      'NotServed: Presence is not served here',
    );
    expect(await refusalOf({ broadcast: { ack: true } })).toBe(
      'PrivateOnly: This project only allows private channels',
    );
    await other.client.removeAllChannels();
  });

  it('a public channel is refused when it is joined, and so is a message sent before the join', async () => {
    const channel = other.client.channel(randomUUID());
    channel.on('broadcast', { event: 'wave' }, () => undefined);
    const state = await new Promise<string>((resolve) => {
      channel.subscribe((each, error) => resolve(error ? `${each}: ${error.message}` : each));
    });
    expect(state).toBe('CHANNEL_ERROR: PrivateOnly: This project only allows private channels');
    const early = other.client.channel(randomUUID());
    await expect(early.httpSend('wave', {})).rejects.toThrow('only allows private channels');
    expect(await early.send({ type: 'broadcast', event: 'wave', payload: {} })).toBe('error');
    await other.client.removeAllChannels();
  });

  it('a broadcast on a public channel of changes is refused, over the socket and over HTTP', async () => {
    const { channel, systemMessages } = await listen(other.client, drops);
    await channel.send({ type: 'broadcast', event: 'wave', payload: {} });
    await expect.poll(() => systemMessages).toContain('This project only allows private channels');
    await expect(channel.httpSend('wave', {})).rejects.toThrow('only allows private channels');
    expect(await channel.track({ here: true })).toBe('error');
  });
});

describe('a socket', () => {
  it('both versions of the protocol and several channels on a socket are served', async () => {
    for (const vsn of ['1.0.0', '2.0.0']) {
      const client = createClient(backend.url, backend.publishableKey, { realtime: { vsn } });
      const listeners = [await listen(client, drops), await listen(client, drops)];
      await listeners[0]!.channel.unsubscribe();
      const title = `received by version ${vsn}`;
      await postDrop(owner, { title });
      await until(listeners[1]!, title);
      expect(listeners[0]!.changes).toEqual([]);
    }
  });
});
