// Attacks on other people's rows with an account and plain HTTP requests.
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

const backend = await startBackend();
afterAll(() => backend.stop());
let victim: Person;
let friend: Person;
let thief: Person;
let open: string;
let hidden: string;
let comment: string;
let hiddenComment: string;

const tables = [
  'profiles',
  'profile_counts',
  'voice_drops',
  'voice_drop_likes',
  'voice_drop_comments',
  'voice_drop_comment_likes',
  'bookmarks',
  'follows',
  'blocks',
  'reports',
  'notifications',
];

const write = async ({ id, client }: Person, voice_drop_id: string, content: string) => {
  const { data } = await client
    .from('voice_drop_comments')
    .insert({ voice_drop_id, user_id: id, content })
    .select('id')
    .single<{ id: string }>()
    .throwOnError();
  return data.id;
};

const blocked = () => signUp(backend, `b-${randomUUID().slice(0, 8)}`);

beforeAll(async () => {
  [victim, friend, thief] = await Promise.all([
    signUp(backend, 'victim'),
    signUp(backend, 'friend'),
    signUp(backend, 'thief'),
  ]);
  open = await postDrop(victim, { title: 'For all' });
  hidden = await postDrop(victim, { title: 'For me', privacy_level: 'private' });
  comment = await write(victim, open, 'A public comment');
  hiddenComment = await write(victim, hidden, 'A private comment');
  const theirs = await postDrop(friend, { title: 'A friend' });
  const { client, id } = victim;
  for (const [table, row] of [
    ['voice_drop_likes', { user_id: id, voice_drop_id: theirs }],
    ['voice_drop_comment_likes', { user_id: id, comment_id: comment }],
    ['bookmarks', { user_id: id, voice_drop_id: theirs }],
    ['follows', { follower_id: id, following_id: friend.id }],
    ['blocks', { blocker_id: id, blocked_id: (await blocked()).id }],
    ['reports', { reporter_id: id, reported_voice_drop_id: theirs, reason: 'spam' }],
  ] as const) {
    await client.from(table).insert(row).throwOnError();
  }
  await friend.client
    .from('voice_drop_likes')
    .insert({ user_id: friend.id, voice_drop_id: open })
    .throwOnError();
});

/** All rows of the victim, as the victim reads them. */
const readVictim = async () => {
  const { client, id } = victim;
  const owners: Record<string, string> = {
    follows: 'follower_id',
    blocks: 'blocker_id',
    reports: 'reporter_id',
    notifications: 'recipient_id',
  };
  const columns: Record<string, string> = {
    voice_drops: 'id,title,privacy_level,hashtags,like_count,play_count',
    reports: 'id,reporter_id,reason',
  };
  const rows = await Promise.all(
    tables.map(async (table) => {
      const { data } = await client
        .from(table)
        .select(columns[table] ?? '*')
        .eq(owners[table] ?? 'user_id', id)
        .throwOnError();
      return [table, data] as const;
    }),
  );
  return Object.fromEntries(rows);
};

const request = async (
  { client }: { client: SupabaseClient },
  method: string,
  path: string,
  body?: unknown,
  prefer = 'return=representation',
) => {
  const { data } = await client.auth.getSession();
  const token = data.session?.access_token;
  const response = await fetch(`${backend.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      prefer,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, text, answer };
};

describe('rows of another account', () => {
  const theirs: Record<string, () => object> = {
    profiles: () => ({ user_id: victim.id, bio: 'taken over' }),
    profile_counts: () => ({ user_id: victim.id, follower_count: 9 }),
    voice_drops: () => ({
      user_id: victim.id,
      audio_url: `/storage/v1/object/voice-drops/${victim.id}/x.wav`,
      duration: 1,
    }),
    voice_drop_likes: () => ({ user_id: victim.id, voice_drop_id: open }),
    voice_drop_comments: () => ({ user_id: victim.id, voice_drop_id: open, content: 'words' }),
    voice_drop_comment_likes: () => ({ user_id: friend.id, comment_id: comment }),
    bookmarks: () => ({ user_id: victim.id, voice_drop_id: open }),
    follows: () => ({ follower_id: victim.id, following_id: thief.id }),
    blocks: () => ({ blocker_id: victim.id, blocked_id: friend.id }),
    reports: () => ({ reporter_id: victim.id, reported_user_id: friend.id, reason: 'spam' }),
    notifications: () => ({ recipient_id: victim.id, actor_id: thief.id, type: 'follow' }),
  };

  it.each(tables)('cannot be inserted or overwritten: %s', async (table) => {
    const before = await readVictim();
    const row = theirs[table]!();
    const upsert = 'return=minimal,resolution=merge-duplicates';
    const ignoring = 'return=minimal,resolution=ignore-duplicates';
    for (const who of [thief, { client: visit(backend) }]) {
      const answers = [
        await request(who, 'POST', table, row, 'return=minimal'),
        await request(who, 'POST', table, [row, row], 'return=minimal'),
        await request(who, 'POST', table, row, upsert),
        await request(who, 'POST', table, row, ignoring),
      ];
      for (const { status } of answers) expect([401, 403]).toContain(status);
    }
    expect(await readVictim()).toEqual(before);
  });

  it.each(tables)('can neither be changed nor deleted by any filter: %s', async (table) => {
    const before = await readVictim();
    const finds = ['id=not.is.null', `or=(id.not.is.null,id.eq.${open})`, 'limit=1000&order=id'];
    if (table === 'profile_counts') finds.splice(0, 3, 'user_id=not.is.null');
    const changes = [{ id: randomUUID() }, { user_id: thief.id }, { read: true }, { bio: 'mine' }];
    for (const where of finds) {
      for (const change of changes) {
        await request(thief, 'PATCH', `${table}?${where}`, change, 'return=minimal');
      }
      await request(thief, 'DELETE', `${table}?${where}`, undefined, 'return=minimal');
    }
    expect(await readVictim()).toEqual(before);
  });

  it('can neither be read through an embed nor counted', async () => {
    const embeds = [
      'profiles?select=username,voice_drops(title),bookmarks(id),notifications!notifications_recipient_id_fkey(id),voice_drop_likes(id),reports!reports_reporter_id_fkey(reason),blocks!blocks_blocker_id_fkey(id)',
      'voice_drops?select=id,voice_drop_likes(user_id),bookmarks(user_id),notifications(content),voice_drop_comments(content),reports(reason)',
      'follows?select=profiles!follows_follower_id_fkey(voice_drops(title,notifications(content)))',
    ];
    for (const who of [thief, { client: visit(backend) }]) {
      for (const path of embeds) {
        const { text } = await request(who, 'GET', path);
        for (const word of ['For me', 'A private comment', hidden, hiddenComment]) {
          expect(text).not.toContain(word);
        }
      }
    }
    const { answer } = await request(
      thief,
      'GET',
      `profiles?select=bookmarks(id),voice_drop_likes(id),notifications!notifications_recipient_id_fkey(id),reports!reports_reporter_id_fkey(id),blocks!blocks_blocker_id_fkey(id)&user_id=eq.${victim.id}`,
    );
    expect(answer).toEqual([
      { bookmarks: [], voice_drop_likes: [], notifications: [], reports: [], blocks: [] },
    ]);
    for (const table of ['bookmarks', 'blocks', 'reports', 'notifications', 'voice_drop_likes']) {
      const { count } = await thief.client.from(table).select('id', { count: 'exact', head: true });
      expect([table, count]).toEqual([table, 0]);
    }
  });

  it('refuse reactions while they are hidden, as rows that do not exist do', async () => {
    const react = async (drop: string, commentId: string) => {
      const { client, id } = thief;
      const attempts = [
        await client.from('voice_drop_likes').insert({ user_id: id, voice_drop_id: drop }),
        await client.from('bookmarks').insert({ user_id: id, voice_drop_id: drop }),
        await client
          .from('voice_drop_comments')
          .insert({ user_id: id, voice_drop_id: drop, content: 'x' }),
        await client
          .from('voice_drop_comment_likes')
          .insert({ user_id: id, comment_id: commentId }),
        await client
          .from('reports')
          .insert({ reporter_id: id, reported_voice_drop_id: drop, reason: 'spam' }),
        await client.rpc('add_play', { voice_drop_id: drop }),
        await client.from('voice_drops').select('id').eq('id', drop).maybeSingle(),
      ];
      return attempts.map(({ status, error, data }) => ({ status, error, data }));
    };
    expect(await react(hidden, hiddenComment)).toEqual(await react(randomUUID(), randomUUID()));
  });
});

describe('a column', () => {
  it.each([
    ['reports', 'cleared_at'],
    ['reports', 'counts_to_hide'],
  ])('without a grant cannot be read: %s.%s', async (table, column) => {
    for (const path of [
      `${table}?select=${column}`,
      `${table}?select=x:${column}::text`,
      `${table}?select=id&${column}=not.is.null`,
      `${table}?select=id&order=${column}`,
      `${table}?select=id&or=(id.is.null,${column}.is.null)`,
      `profiles?select=${table === 'reports' ? `${table}!reports_reporter_id_fkey` : table}(${column})`,
    ]) {
      const { status, answer } = await request(thief, 'GET', path);
      expect([path, status, answer]).toMatchObject([path, 403, { code: '42501' }]);
    }
    const back = await request(thief, 'DELETE', `${table}?id=is.null&select=${column}`);
    expect(back.status).toBe(403);
  });

  it('with settings cannot be read by visitors', async () => {
    for (const column of [
      'dark_mode',
      'email_notifications',
      'block_inappropriate',
      'updated_at',
    ]) {
      const path = `profiles?select=${column}`;
      expect((await request({ client: visit(backend) }, 'GET', path)).status).toBe(401);
    }
  });

  it.each([
    { audience: 'public' },
    { is_flagged: false },
    { user_id: randomUUID() },
    { created_at: '2001-01-01' },
    { audio_url: '/storage/v1/object/voice-drops/x/y.wav' },
    { duration: 1 },
    { waveform: [] },
  ])('without a grant cannot be written, not even by the owner: %j', async (change) => {
    const patch = await request(victim, 'PATCH', `voice_drops?id=eq.${open}`, change);
    expect(patch.answer).toMatchObject({ code: '42501' });
    const asked = Object.keys(change).join();
    const insert = { ...change, user_id: victim.id, audio_url: 'x', duration: 1 };
    const [column = ''] = Object.keys(change);
    if (['user_id', 'audio_url', 'duration', 'waveform'].includes(column)) return;
    const posted = await request(victim, 'POST', `voice_drops?columns=user_id,${asked}`, insert);
    expect(posted.answer).toMatchObject({ code: '42501' });
  });

  it.each(['like_count', 'play_count', 'comment_count'])(
    'with computed values cannot be written: %s',
    async (column) => {
      const change = { [column]: 99 };
      const patch = await request(victim, 'PATCH', `voice_drops?id=eq.${open}`, change);
      expect(patch.answer).toMatchObject({ code: 'PGRST204' });
      const insert = { ...change, user_id: victim.id, audio_url: 'x', duration: 1 };
      const posted = await request(victim, 'POST', 'voice_drops', insert);
      expect(posted.answer).toMatchObject({ code: 'PGRST204' });
      const counts = await request(victim, 'PATCH', 'live_drop_counts?sent_at=not.is.null', change);
      expect(counts.answer).toMatchObject({ code: '42501' });
    },
  );

  it.each(['__proto__', 'constructor', 'toString'])(
    'with the name of an object’s property do not exist: %s',
    async (name) => {
      const body: unknown = JSON.parse(`{"user_id":"${thief.id}","${name}":{"isAdmin":true}}`);
      expect((await request(thief, 'POST', 'bookmarks', body)).answer).toMatchObject({
        code: 'PGRST204',
      });
      expect((await request(thief, 'GET', `${name}?select=id`)).status).toBe(404);
      expect((await request(thief, 'POST', `rpc/${name}`, {})).status).toBe(404);
      expect((await request(thief, 'GET', `profiles?select=${name}`)).answer).toMatchObject({
        code: '42703',
      });
      expect((await request(thief, 'GET', `profiles?${name}=eq.1`)).status).toBe(400);
      expect((await request(thief, 'GET', `profiles?select=${name}(*)`)).status).toBe(400);
    },
  );
});

describe('the count', () => {
  it('of plays and likes grow by one for an account that sends many requests at once', async () => {
    const drop = await postDrop(victim, { title: 'Counted' });
    const { client, id } = thief;
    const like = { user_id: id, voice_drop_id: drop };
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await client.rpc('add_play', { voice_drop_id: drop });
        await client.from('voice_drop_likes').insert(like);
      }),
    );
    await client.from('voice_drop_likes').insert([like, like]);
    const { data } = await client
      .from('voice_drops')
      .select('play_count, like_count')
      .eq('id', drop)
      .single();
    expect(data).toEqual({ play_count: 1, like_count: 1 });
  });

  it('of plays do not grow with the forged addresses of a visitor', async () => {
    const drop = await postDrop(victim, { title: 'Played' });
    for (const header of ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'forwarded']) {
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
        await fetch(`${backend.url}/rest/v1/rpc/add_play`, {
          method: 'POST',
          headers: {
            apikey: backend.publishableKey,
            'content-type': 'application/json',
            [header]: address,
          },
          body: JSON.stringify({ voice_drop_id: drop }),
        });
      }
    }
    const drops = victim.client.from('voice_drops').select('play_count');
    expect((await drops.eq('id', drop).single()).data).toEqual({ play_count: 1 });
  });

  it('of reports include an account once, so that its repeated reports hide no drop', async () => {
    const drop = await postDrop(victim, { title: 'Reported' });
    const report = { reporter_id: thief.id, reported_voice_drop_id: drop, reason: 'spam' };
    await Promise.all(
      ['spam', 'harassment', 'violence', 'other'].map((reason) =>
        thief.client.from('reports').insert({ ...report, reason }),
      ),
    );
    const { data } = await visit(backend).from('voice_drops').select('id').eq('id', drop);
    expect(data).toEqual([{ id: drop }]);
  });
});

describe('a block', () => {
  it('ends all access between the accounts at once, including access given before', async () => {
    const nuisance = await blocked();
    const { client, id } = nuisance;
    const bucket = client.storage.from('voice-drops');
    const path = await victim.client
      .from('voice_drops')
      .select('audio_path')
      .eq('id', open)
      .single<{ audio_path: string }>()
      .throwOnError();
    await client.from('follows').insert({ follower_id: id, following_id: victim.id });
    await client.from('bookmarks').insert({ user_id: id, voice_drop_id: open }).throwOnError();
    await client.from('voice_drop_likes').insert({ user_id: id, voice_drop_id: open });
    expect((await bucket.createSignedUrl(path.data.audio_path, 60)).error).toBeNull();
    await victim.client
      .from('blocks')
      .insert({ blocker_id: victim.id, blocked_id: id })
      .throwOnError();

    for (const ask of [
      client.from('voice_drops').select('id').eq('user_id', victim.id),
      client.from('profiles').select('id').eq('user_id', victim.id),
      client.from('profile_counts').select('*').eq('user_id', victim.id),
      client.from('voice_drop_comments').select('id').eq('user_id', victim.id),
      client.from('follows').select('id').eq('following_id', victim.id),
      client.from('notifications').select('id').eq('actor_id', victim.id),
      client.from('bookmarks').select('voice_drops!inner(id)').eq('voice_drop_id', open),
      client.from('voice_drop_likes').select('voice_drops!inner(id)').eq('voice_drop_id', open),
    ]) {
      expect((await ask).data).toEqual([]);
    }
    expect((await client.rpc('add_play', { voice_drop_id: open })).data).toBe(false);
    expect((await bucket.createSignedUrl(path.data.audio_path, 60)).error).not.toBeNull();
    expect((await bucket.download(path.data.audio_path)).error).not.toBeNull();
    const notified = await victim.client.from('notifications').select('id').eq('actor_id', id);
    expect(notified.data).toEqual([]);

    // On a drop whose owner has blocked neither.
    const between = await postDrop(friend, { title: 'Between' });
    await write(nuisance, between, '@victim look');
    await write(victim, between, 'Quiet here');
    const seen = await client
      .from('voice_drop_comments')
      .select('content')
      .eq('voice_drop_id', between);
    expect(seen.data).toEqual([{ content: '@victim look' }]);
    const mentioned = await victim.client.from('notifications').select('id').eq('actor_id', id);
    expect(mentioned.data).toEqual([]);
  });

  it('between two other accounts is not revealed to a person who acts in their names', async () => {
    const [one, other, neither] = await Promise.all([blocked(), blocked(), blocked()]);
    await one.client.from('blocks').insert({ blocker_id: one.id, blocked_id: other.id });
    const drop = await postDrop(one, { title: 'Bait' });
    const parent_comment_id = await write(one, drop, 'Bait');
    const { client } = thief;
    const answers = async ({ id }: Person) => [
      (await client.from('follows').insert({ follower_id: id, following_id: one.id })).error,
      (await client.from('follows').insert({ follower_id: one.id, following_id: id })).error,
      (
        await client
          .from('voice_drop_comments')
          .insert({ voice_drop_id: drop, user_id: id, content: 'x', parent_comment_id })
      ).error,
    ];
    expect(await answers(other)).toEqual(await answers(neither));
  });
});

it('a post with another account’s file does not reveal whether the file exists', async () => {
  const { data } = await victim.client
    .from('voice_drops')
    .select('audio_path')
    .eq('id', hidden)
    .single<{ audio_path: string }>()
    .throwOnError();
  const answer = async (user_id: string, path: string) => {
    const drop = { user_id, audio_url: `/storage/v1/object/voice-drops/${path}`, duration: 1 };
    return (await thief.client.from('voice_drops').insert(drop)).error;
  };
  for (const id of [victim.id, thief.id]) {
    const missing = await answer(id, `${victim.id}/missing.wav`);
    expect(missing).not.toBeNull();
    expect(await answer(id, data.audio_path)).toEqual(missing);
  }
});

it('a character that cannot be stored is the request’s fault, in every argument of every procedure', async () => {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
  const procedures = await sql<{ name: string; argument: string; type: string }[]>`
    select proname as name, argument, type::regtype::text as type
    from pg_proc, unnest(proargnames, proargtypes::oid[]) as given (argument, type)
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and type in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
      and has_function_privilege('authenticated', oid, 'execute')`;
  await sql.end();
  expect(procedures.length).toBeGreaterThan(30);
  for (const { name, argument, type } of procedures) {
    const value = { text: 'a\0b', jsonb: { a: 'a\0b' }, 'text[]': ['a\0b'] }[type];
    const { status, answer } = await request(thief, 'POST', `rpc/${name}`, { [argument]: value });
    expect([name, argument, status, answer]).toEqual([
      name,
      argument,
      expect.toSatisfy((code: number) => code >= 400 && code < 500),
      expect.objectContaining({ code: expect.any(String), message: expect.stringMatching(/./) }),
    ]);
  }
});

describe('SQL in a request', () => {
  const bits = [
    "'; drop table public.bookmarks; --",
    '"; drop table public.bookmarks; --',
    "') or true --",
    '1; select pg_sleep(5)',
    '$$; delete from public.profiles; $$',
    'a\u0000b',
    '%00',
    '\ud800',
    '\u202e\u{1f600}',
    '(select secret from auth.users)',
    'id) from auth.users --',
  ];

  it.each(bits)('is treated as text everywhere: %s', async (bit) => {
    const text = encodeURIComponent(bit.toWellFormed());
    const answers = [
      await request(thief, 'GET', `profiles?select=${text}`),
      await request(thief, 'GET', `profiles?select=a:${text}`),
      await request(thief, 'GET', `profiles?select=username::${text}`),
      await request(thief, 'GET', `profiles?select=voice_drops!${text}(id)`),
      await request(thief, 'GET', `profiles?${text}=eq.1`),
      await request(thief, 'GET', `profiles?username=${text}`),
      await request(thief, 'GET', `profiles?username=eq.${text}`),
      await request(thief, 'GET', `profiles?username=in.(${text})`),
      await request(thief, 'GET', `profiles?or=(${text})`),
      await request(thief, 'GET', `profiles?order=${text}`),
      await request(thief, 'GET', `profiles?limit=${text}`),
      await request(thief, 'GET', `profiles?offset=${text}`),
      await request(thief, 'GET', `voice_drops?hashtags=cs.{${text}}`),
      await request(thief, 'GET', text),
      await request(thief, 'GET', `rpc/${text}`),
      await request(thief, 'GET', `rpc/check_username_available?username_to_check=${text}`),
      await request(thief, 'POST', 'rpc/check_username_available', { username_to_check: bit }),
      await request(thief, 'POST', `bookmarks?columns=${text}`, { user_id: thief.id }),
      await request(thief, 'POST', `bookmarks?on_conflict=${text}`, { user_id: bit }),
      await request(thief, 'POST', 'bookmarks', { [bit]: bit, user_id: thief.id }),
      await request(thief, 'PATCH', `profiles?user_id=eq.${thief.id}`, { username: bit }),
    ];
    for (const { status, text: answer } of answers) {
      expect(status).toBeLessThan(500);
      expect(answer).not.toMatch(/encrypted_password|supabase_admin/);
    }
    expect((await thief.client.from('bookmarks').select('id')).error).toBeNull();
    expect((await thief.client.from('profiles').select('id')).data?.length).toBeGreaterThan(2);
  });
});
