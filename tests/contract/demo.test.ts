// The demo is created through the API alone. These tests read what the demo's account sees, and what
// a second start keeps or completes.
import { NOTIFICATIONS_KEPT_DAYS } from '@undertone/domain/limits';
import { startBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { measureLoudness } from '../../packages/voice/src/measure-loudness.ts';
import { readMp3Format } from '../../packages/voice/src/read-mp3-format.ts';
import { readWav } from '../../packages/voice/src/read-wav.ts';
import { readWavFormat } from '../../packages/voice/src/wav-format.ts';
import { host, seedDemo } from '../../supabase/seed/demo.ts';
import { dropNames, drops as demoDrops } from '../../supabase/seed/drops.ts';
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

/** Speaking and masking takes most of the demo's time, so here only the longest drop is long. */
const shortenDrops = () => {
  const longest = Math.max(...Object.values(demoDrops).map(({ seconds }) => seconds));
  for (const drop of Object.values(demoDrops)) {
    const { seconds } = drop;
    if (seconds === longest) continue;
    Object.assign(drop, { seconds: Math.min(seconds, 6) });
    afterAll(() => void Object.assign(drop, { seconds }));
  }
};

beforeAll(async () => {
  shortenDrops();
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
  expect(Math.max(...lengths)).toBeGreaterThan(58);
  expect(drops.some((drop) => drop.hashtags.length > 0 && (drop.play_count ?? 0) > 5)).toBe(true);
  const ages = drops.map((drop) => Date.now() - Date.parse(drop.created_at));
  expect(Math.min(...ages)).toBeLessThan(3_600_000);
  expect(Math.max(...ages)).toBeGreaterThan(7 * 24 * 3_600_000);
});

it('the demo has clips of both types, whose type and duration agree with their names and drops', async () => {
  const drops = ok(await operator.from('voice_drops').select('audio_path, duration, waveform'));
  const types = new Set<string>();
  for (const { audio_path: path, duration, waveform } of drops) {
    const clip = ok(await operator.storage.from('voice-drops').download(path));
    const bytes = await clip.bytes();
    const type = path.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav';
    expect([path, clip.type]).toEqual([path, type]);
    const format = type === 'audio/mpeg' ? readMp3Format(bytes) : readWavFormat(bytes);
    expect(format.duration).toBeCloseTo(duration, 3);
    expect(Math.max(...waveform)).toBeGreaterThan(30);
    types.add(type);
  }
  expect(types.size).toBe(2);
});

it('a minute of the demo has at most half a megabyte as MP3', async () => {
  const drops = ok(await operator.from('voice_drops').select('audio_path'));
  const files = operator.storage.from('voice-drops');
  const infos = await Promise.all(drops.map(async (drop) => ok(await files.info(drop.audio_path))));
  const sizes = infos.flatMap(({ contentType, size = 0 }) =>
    contentType === 'audio/mpeg' ? [size] : [],
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500_000);
});

it('the demo’s WAV clips are levelled too, whatever their filters', async () => {
  const drops = ok(
    await operator.from('voice_drops').select('audio_path').like('audio_path', '%.wav'),
  );
  expect(drops.length).toBeGreaterThan(2);
  for (const { audio_path: path } of drops) {
    const clip = ok(await operator.storage.from('voice-drops').download(path));
    const { samples, sampleRate } = readWav(await clip.bytes());
    const { integrated } = measureLoudness(samples, sampleRate);
    expect([path, Math.abs(integrated + 18) <= 1]).toEqual([path, true]);
  }
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

it('the demo has notifications of every type, read and unread, each as old as its cause', async () => {
  const notifications = ok(
    await client
      .from('notifications')
      .select('type, read, created_at, comment:voice_drop_comments(created_at)')
      .eq('recipient_id', me),
  );
  expect(new Set(notifications.map(({ type }) => type)).size).toBe(4);
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
  ok(await operator.from('follows').delete().eq('following_id', me));
  await seed();
  expect({ ...(await countAll()), bookmarks: 0 }).toEqual(whole);
}, 120_000);
