// The demo is created through the API alone. These tests read what the demo's account sees, and what
// a second start keeps or completes.
import { NOTIFICATIONS_KEPT_DAYS } from '@undertone/domain/limits';
import { startBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readMp3Format } from '../../packages/voice/src/read-mp3-format.ts';
import { host, seedDemo } from '../../supabase/seed/demo.ts';
import { dropNames } from '../../supabase/seed/drops.ts';
import { connect, demoAccount, ok, type Client } from '../../supabase/seed/member.ts';
import { usernames } from '../../supabase/seed/people.ts';

const backend = await startBackend();
afterAll(() => backend.stop());
let operator: Client;
/** The client of the account that a visitor of the demo signs in with. */
let client: Client;
let me: string;

const tables = [
  'profiles',
  'follows',
  'voice_drops',
  'voice_drop_likes',
  'voice_drop_comments',
  'voice_drop_comment_likes',
  'bookmarks',
  'reports',
  'blocks',
  'notifications',
  'conversations',
  'conversation_participants',
  'messages',
] as const;

const count = async (table: (typeof tables)[number]) => {
  const rows = operator.from(table).select('*', { count: 'exact', head: true });
  const kept = new Date(Date.now() - NOTIFICATIONS_KEPT_DAYS * 24 * 3_600_000);
  return (await (table === 'notifications' ? rows.gte('created_at', kept.toISOString()) : rows))
    .count;
};

/** The number of rows of each table, without notifications so old that any other may delete them. */
const countAll = async () =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await count(table)] as const)),
  );

const seed = async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await seedDemo(backend);
  const output = log.mock.calls.flat().join('\n');
  log.mockRestore();
  return output;
};

beforeAll(async () => {
  operator = connect(backend.url, backend.secretKey);
  await seed();
  client = connect(backend.url, backend.publishableKey);
  me = ok(await client.auth.signInWithPassword(demoAccount(host))).user.id;
}, 120_000);

it('the demo has drops by every account, with every filter, for each audience, old and new', async () => {
  const drops = ok(
    await operator
      .from('voice_drops')
      .select('user_id, filter_used, privacy_level, duration, hashtags, play_count, created_at'),
  );
  const distinct = (values: unknown[]) => new Set(values).size;
  expect(drops).toHaveLength(dropNames.length);
  expect(distinct(drops.map((drop) => drop.user_id))).toBe(usernames.length);
  expect(distinct(drops.map((drop) => drop.filter_used))).toBe(8);
  expect(distinct(drops.map((drop) => drop.privacy_level))).toBe(3);
  const lengths = drops.map((drop) => drop.duration);
  expect(Math.min(...lengths)).toBeLessThan(5);
  expect(Math.max(...lengths)).toBeGreaterThan(30);
  expect(drops.some((drop) => drop.hashtags.length > 0 && (drop.play_count ?? 0) > 5)).toBe(true);
  const ages = drops.map((drop) => Date.now() - Date.parse(drop.created_at));
  expect(Math.min(...ages)).toBeLessThan(3_600_000);
  expect(Math.max(...ages)).toBeGreaterThan(7 * 24 * 3_600_000);
});

it('the demo’s clips are MP3 files, as long as their drops say', async () => {
  const drops = ok(await operator.from('voice_drops').select('audio_path, duration, waveform'));
  let size = 0;
  for (const { audio_path: path, duration, waveform } of drops) {
    const clip = ok(await operator.storage.from('voice-drops').download(path));
    expect([path.endsWith('.mp3'), clip.type]).toEqual([true, 'audio/mpeg']);
    expect(readMp3Format(await clip.bytes()).duration).toBeCloseTo(duration, 3);
    expect(Math.max(...waveform)).toBeGreaterThan(30);
    size += clip.size;
  }
  expect(size, 'the clips are in the repository').toBeLessThan(1_200_000);
});

it('the demo’s account finds content on each of its screens', async () => {
  for (const table of ['voice_drop_likes', 'voice_drop_comments', 'bookmarks'] as const) {
    const rows = client.from(table).select('id', { count: 'exact', head: true });
    const { count: own } = await rows.filter('user_id', 'eq', me);
    expect({ table, enough: own !== null && own > 4 }).toEqual({ table, enough: true });
  }
  expect(ok(await client.from('blocks').select('blocked_id'))).toHaveLength(1);
  const [today] = ok(
    await client.rpc('today_stats', {
      local_midnight: new Date(Date.now() - 24 * 3_600_000).toISOString(),
    }),
  );
  expect(today?.new_drops).toBeGreaterThan(10);
  expect(today?.total_plays).toBeGreaterThan(50);
});

it('the demo’s account has conversations with words and voices, a request and an anonymous one, some unread', async () => {
  const sides = ok(
    await client
      .from('conversation_participants')
      .select('state, unread_count, conversation:conversations(is_anonymous)'),
  );
  expect(sides.filter(({ state }) => state === 'open')).toHaveLength(3);
  const requests = sides.filter(({ state }) => state === 'request');
  expect(requests).toHaveLength(2);
  expect(requests.filter(({ conversation }) => conversation.is_anonymous)).toHaveLength(1);
  expect(sides.filter(({ unread_count: unread }) => unread === 1)).toHaveLength(3);
  const voices = ok(await client.from('messages').select('id').not('duration', 'is', null));
  const { data } = await client.functions.invoke('message-clips', {
    body: { messages: voices.map(({ id }) => id) },
  });
  // The anonymous request is not accepted.
  expect(Object.keys(data.urls)).toHaveLength(voices.length - 1);
});

it('the demo has voice replies', async () => {
  const replies = ok(
    await client
      .from('voice_drop_comments')
      .select('content, duration')
      .not('audio_path', 'is', null),
  );
  expect(replies.filter(({ content }) => content === '')).toHaveLength(2);
  expect(replies).toHaveLength(3);
});

it('the demo has notifications of every type, read and unread, each as old as its cause', async () => {
  const notifications = ok(
    await client
      .from('notifications')
      .select('type, read, created_at, comment:voice_drop_comments(created_at)')
      .eq('recipient_id', me),
  );
  expect(new Set(notifications.map(({ type }) => type)).size).toBe(5);
  expect(new Set(notifications.map(({ read }) => read)).size).toBe(2);
  for (const { comment, created_at: toldAt } of notifications) {
    expect(comment?.created_at ?? toldAt).toBe(toldAt);
    expect(Date.parse(toldAt)).toBeLessThan(Date.now() - 60_000);
  }
});

it('each comment is later than the drop or comment that it answers', async () => {
  const comments = ok(
    await operator
      .from('voice_drop_comments')
      .select('created_at, parent:parent_comment_id(created_at), drop:voice_drops(created_at)'),
  );
  expect(comments.filter(({ parent }) => parent).length).toBeGreaterThan(5);
  for (const { created_at: saidAt, parent, drop } of comments) {
    expect(Date.parse(saidAt)).toBeGreaterThan(Date.parse((parent ?? drop).created_at));
  }
});

it('a second start prints the accounts, and keeps what was changed meanwhile', async () => {
  ok(await client.from('bookmarks').delete().eq('user_id', me));
  const before = await countAll();
  const output = await seed();
  for (const username of usernames) expect(output).toContain(demoAccount(username).email);
  expect(await countAll()).toEqual(before);
});

it('an interrupted demo is completed, and nothing is created twice', async () => {
  await seed();
  const whole = { ...(await countAll()), bookmarks: 0 };
  ok(await client.auth.updateUser({ data: { demo: null } }));
  ok(await operator.from('voice_drops').delete().eq('filter_used', 'chipmunk'));
  // They outlive the drops.
  ok(await operator.from('reports').delete().not('reported_voice_drop_id', 'is', null));
  ok(await operator.from('follows').delete().eq('following_id', me));
  await seed();
  expect({ ...(await countAll()), bookmarks: 0 }).toEqual(whole);
}, 120_000);
