import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase } from '@undertone/test-support/database';
import { crowdName, RARE_WORD } from '@undertone/test-support/crowd-words';
import { fillCrowd } from '@undertone/test-support/fill-crowd';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain, type Plan } from './explain.ts';

const ACCOUNTS = 1000;
const DROPS = 10_000;

const star = randomUUID();
let sql: Sql;
let stop: () => Promise<void>;

beforeAll(async () => {
  const database = await startTemporaryDatabase();
  stop = () => database.stop();
  sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    values (${star}, 'star@example.com', '{"username": "star"}')`;
  await fillCrowd((statement) => sql.unsafe(statement), { accounts: ACCOUNTS, drops: DROPS, star });
  await sql`
    insert into mutes (user_id, kind, subject)
    select ${star}, 'word', 'muted' || n from generate_series(1, 200) as n`;
  await sql`update account_settings set shows_likes = true where user_id = ${star}`;
  await sql`
    insert into voice_drop_likes (voice_drop_id, user_id, created_at)
    select id, ${star}, created_at from voice_drops limit 500
    on conflict do nothing`;
  await fillConversations();
  // Without statistics of these likes, the planner would read and sort all of them.
  await sql`analyze voice_drop_likes`;
});

/** 5000 conversations, 200 of them of the star and with ten messages. */
async function fillConversations(): Promise<void> {
  for (const statement of [
    'set session_replication_role = replica',
    `insert into conversations (id, first_id, second_id, message_count)
      select md5('conversation' || n)::uuid,
        case when n <= 200 then '${star}' else md5('person' || n % ${ACCOUNTS})::uuid end,
        md5('person' || (n % ${ACCOUNTS} + 1 + n / ${ACCOUNTS}) % ${ACCOUNTS})::uuid, 10
      from generate_series(1, ${ACCOUNTS * 5}) as n`,
    `insert into messages (id, conversation_id, position, place, content, sent_at, is_delivered)
      select md5(id::text || position)::uuid, id, position, 2, 'Hello', now() - position * interval '1 hour', true
      from conversations, generate_series(1, 10) as position
      where first_id = '${star}' or position = 10`,
    `insert into conversation_participants
        (conversation_id, place, user_id, is_accepted, latest_message_id, latest_at)
      select id, side, case side when 1 then first_id else second_id end, true, md5(id::text || 10)::uuid, now()
      from conversations, generate_series(1, 2) as side`,
    'set session_replication_role = origin',
    'vacuum (analyze) conversations, conversation_participants, messages',
  ]) {
    await sql.unsafe(statement);
  }
}

afterAll(async () => {
  await sql.end();
  await stop();
});

/** The plan of a statement as one of the API's two roles. */
async function planFor(role: string, statement: string): Promise<Plan> {
  const claims = role === 'anon' ? { role } : { role, sub: star, aal: 'aal1' };
  await sql`begin`;
  try {
    await sql`
      select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('role', ${role}, true)`;
    return await explain(sql, statement);
  } finally {
    await sql`rollback`;
  }
}

// In the form that PostgREST gives to the requests of the app.
const author = `left join lateral (
    select username, avatar_url from profiles where user_id = voice_drops.user_id
  ) as author on true`;
const newest = 'order by voice_drops.created_at desc, voice_drops.id desc limit 20';

const search = (words: string, more = '', view = 'voice_drop_words') => `
  select voice_drops.id, author.username from voice_drops ${author}
  inner join lateral (
    select from profiles where user_id = voice_drops.user_id and is_private is false
  ) as account on true
  inner join lateral (
    select from ${view} as words where words.voice_drop_id = voice_drops.id
      and (words.title ilike '%${words}%' or words.handle ilike '%${words}%' ${more})
  ) as words on true where privacy_level <> 'private' and is_muted(voice_drops) is not true
  ${newest}`;

/** Drops whose words meet a condition, by time. */
const found = (condition: string) => `
  select voice_drops.id, author.username from voice_drops ${author}
  inner join lateral (
    select from profiles where user_id = voice_drops.user_id and is_private is false
  ) as account on true
  inner join lateral (
    select from voice_drop_words as words
    where words.voice_drop_id = voice_drops.id and ${condition}
  ) as words on true where privacy_level <> 'private' and is_muted(voice_drops) is not true
  ${newest}`;

/** Drops whose words meet a condition, in the order of Hot. */
const hottest = (condition: string) => `
  select hot, drop.id from voice_drop_ranks
  inner join lateral (
    select voice_drops.id, author.username from voice_drops ${author}
    inner join lateral (
      select from voice_drop_words as words
      where words.voice_drop_id = voice_drops.id and ${condition}
    ) as words on true
    where voice_drops.id = voice_drop_ranks.voice_drop_id and is_muted(voice_drops) is not true
  ) as drop on true order by hot desc, voice_drop_id desc limit 20`;

/** The hottest matches of a word, which are then ranked. */
const matches = (words: string) => `
  select voice_drops.id, rank.hot from voice_drops
  inner join lateral (
    select from profiles where user_id = voice_drops.user_id and is_private is false
  ) as account on true
  inner join lateral (
    select hot from voice_drop_ranks where voice_drop_ranks.voice_drop_id = voice_drops.id
  ) as rank on true
  inner join lateral (
    select from voice_drop_words as words where words.voice_drop_id = voice_drops.id
      and (words.title ilike '%${words}%' or words.handle ilike '%${words}%')
  ) as words on true where privacy_level <> 'private' and is_muted(voice_drops) is not true
  order by rank.hot desc, voice_drops.id desc limit 100`;

const tagged = (tag: string) => `words.hashtags @> '{${tag}}'`;

interface HotQuery {
  name: string;
  statement: string;
  /** Indexes without which it would read more. */
  by: string[];
  /** The most rows that may be read. */
  rows: number;
}

const forEveryone: HotQuery[] = [
  {
    name: 'the feed',
    statement: `select voice_drops.id, author.username from voice_drops ${author}
      where is_muted(voice_drops) is not true ${newest}`,
    // One of two, by the role.
    by: [],
    rows: 60,
  },
  {
    name: 'a profile’s drops',
    statement: `select id from voice_drops where user_id = md5('person7')::uuid
      order by created_at desc, id desc limit 20`,
    by: ['voice_drops_user_id_idx'],
    rows: 40,
  },
  {
    name: 'a word of no drop',
    statement: search('zzzz'),
    by: ['voice_drop_words_idx'],
    rows: 10,
  },
  {
    name: 'a rare word',
    statement: search(RARE_WORD),
    by: ['voice_drop_words_idx'],
    rows: 60,
  },
  {
    name: 'a name',
    statement: search(crowdName(997)),
    by: ['voice_drop_words_idx'],
    rows: 100,
  },
  {
    name: 'a rare hashtag',
    statement: search('#rare33', "or words.hashtags @> '{rare33}'"),
    by: ['voice_drop_words_idx'],
    rows: 200,
  },
  {
    name: 'a frequent word',
    statement: search('rain'),
    by: ['voice_drop_words_pkey'],
    // A quarter of the drops, and four rows of each that is looked at.
    rows: 500,
  },
  {
    name: 'Hot',
    statement: `select voice_drop_id, user_id, hot from voice_drop_ranks
      order by hot desc, voice_drop_id desc limit 60`,
    by: ['voice_drop_ranks_hot_idx'],
    rows: 61,
  },
  {
    name: 'a later page of Hot',
    statement: `select voice_drop_id, user_id, hot from voice_drop_ranks
      where hot < ${Date.now() - 86_400_000}
      order by hot desc, voice_drop_id desc limit 60`,
    by: ['voice_drop_ranks_hot_idx'],
    rows: 61,
  },
  {
    name: 'all of Trending',
    statement: `select voice_drop_id, user_id, trending from voice_drop_ranks
      where posted_at >= now() - interval '2 days' and trending >= ${Date.now() - 2 * 86_400_000}
      order by trending desc, voice_drop_id desc`,
    by: ['voice_drop_ranks_trending_idx'],
    // One drop a minute, and those whose reactions outlast the two days.
    rows: 2880 + 500,
  },
  {
    name: 'Trending Topics',
    statement: 'select tag, drop_count, author_count from trending_topics',
    by: ['hashtag_authors_used_at_idx', 'hashtags_trending_idx'],
    // Two hundred hashtags, and at most a hundred authors of each.
    rows: 200 + 7 * 100 + 200 * 20,
  },
  {
    name: 'the newest of a frequent hashtag',
    statement: found(tagged('tag3')),
    by: ['voice_drop_words_pkey'],
    rows: 800,
  },
  {
    name: 'the newest of a rare hashtag',
    statement: found(tagged('rare33')),
    by: ['voice_drop_words_idx'],
    rows: 200,
  },
  {
    name: 'the hottest of a frequent hashtag',
    statement: hottest(tagged('tag3')),
    by: ['voice_drop_ranks_hot_idx', 'voice_drop_words_pkey'],
    rows: 1200,
  },
  {
    name: 'the hottest of a rare hashtag',
    statement: hottest(tagged('rare33')),
    by: ['voice_drop_words_idx'],
    rows: 250,
  },
  {
    name: 'the hundred hottest matches of a frequent word',
    statement: matches('rain'),
    by: ['voice_drop_ranks_hot_idx'],
    rows: 4000,
  },
  {
    name: 'all matches of a rare word, by Hot',
    statement: matches(RARE_WORD),
    by: ['voice_drop_words_idx'],
    rows: 100,
  },
  {
    name: 'a mention’s suggestions',
    statement: `select user_id, username from profiles
      inner join lateral (
        select from profile_counts as counts where counts.user_id = profiles.user_id
      ) as counts on true
      where handle >= 'ka' and handle < 'ka~' and not is_private
      order by handle limit 5`,
    by: ['profiles_handle_key', 'profile_counts_pkey'],
    rows: 20,
  },
  {
    name: 'top people',
    statement: `select profile_counts.user_id, profile.username from profile_counts
      inner join lateral (
        select username from profiles
        where user_id = profile_counts.user_id and not is_private and username is not null
      ) as profile on true
      where drop_count > 0 order by drop_count desc, profile_counts.user_id limit 20`,
    by: ['profile_counts_drop_count_idx'],
    rows: 100,
  },
  {
    name: 'a list of followers',
    statement: `select follows.id, person.username from follows
      inner join lateral (
        select username from profiles where user_id = follows.follower_id
      ) as person on true
      where following_id = '${star}' order by created_at desc, follows.id desc limit 20`,
    by: ['follows_following_id_idx'],
    rows: 60,
  },
];

const forMembers: HotQuery[] = [
  {
    name: 'a word in drops for followers',
    statement: search('rain', '', 'nonpublic_drop_words'),
    by: ['voice_drop_words_nonpublic_idx'],
    rows: 400,
  },
  {
    name: 'notifications',
    statement: `select id from notifications where recipient_id = '${star}'
      order by created_at desc, id desc limit 50`,
    by: ['notifications_recipient_id_idx'],
    rows: 60,
  },
  {
    name: 'the list of conversations',
    statement: `select conversation_id, side.state, side.person, conversation.is_anonymous, latest.content
      from conversation_participants as side
      left join lateral (
        select is_anonymous from conversations where id = side.conversation_id
      ) as conversation on true
      left join lateral (
        select content from messages where id = side.latest_message_id
      ) as latest on true
      where latest_at is not null order by latest_at desc limit 50`,
    by: ['conversation_participants_latest_idx', 'conversations_pkey', 'messages_pkey'],
    // A page, and which conversations there are.
    rows: 400,
  },
  {
    name: 'a page of messages',
    statement: `select id from messages where conversation_id = md5('conversation' || 7)::uuid
      order by position desc limit 50`,
    by: ['messages_conversation_id_position_key'],
    rows: 20,
  },
];

const cases = [
  ...forEveryone.map((query) => ['anon', query.name, query] as const),
  ...[...forEveryone, ...forMembers].map((query) => ['authenticated', query.name, query] as const),
];

describe('a hot query uses its indexes and reads few rows', () => {
  it.each(cases)('when %s reads %s', async (role, _name, { statement, by, rows }) => {
    const plan = await planFor(role, statement);
    expect(plan.scanned).toEqual([]);
    expect(plan.indexes).toEqual(expect.arrayContaining(by));
    expect(plan.rowsRead).toBeLessThanOrEqual(rows);
  });
});

/** The rows that this session has read and that are not yet in the server's statistics. */
const unreported = async () => {
  const rows = await sql<{ table: string; scanned: number; rows: number }[]>`
    select relname as table, seq_tup_read::int as scanned, coalesce(idx_tup_fetch, 0)::int as rows
    from pg_stat_xact_all_tables where schemaname in ('public', 'private')`;
  return new Map(rows.map((row) => [row.table, row]));
};

/** The rows that a function reads by scanning tables and by indexes. EXPLAIN does not show its plans. */
async function readsOf(role: string, call: string) {
  const claims = role === 'anon' ? { role } : { role, sub: star, aal: 'aal1' };
  await sql`begin`;
  try {
    // Within a transaction no statistics are reported, so the difference is due to the call.
    const before = await unreported();
    await sql`
      select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('role', ${role}, true)`;
    await sql.unsafe(call);
    await sql`reset role`;
    return [...(await unreported())].map(([table, { scanned, rows }]) => ({
      table,
      scanned: scanned - (before.get(table)?.scanned ?? 0),
      rows: rows - (before.get(table)?.rows ?? 0),
    }));
  } finally {
    await sql`rollback`;
  }
}

/** A page of the 500 likes of an account, and their drops. */
const OF_A_FAN = 50;
/** The rows of a table of sums, or of one page. */
const FEW = 20;
/** The messages of an account with 200 conversations, and these. */
const OF_A_STAR = 2500;
/** The drops of a day, one a minute, and the rows through which they are found. */
const OF_A_DAY = 1600;
/** The latest 200 drops with a hashtag that every seventh drop has: words and ranks of 1400 drops. */
const OF_A_FREQUENT_TAG = 3000;

describe('a function scans no large table', () => {
  it.each([
    ['anon', `select * from today_stats(now() - interval '12 hours')`, OF_A_DAY],
    ['authenticated', `select * from today_stats(now() - interval '12 hours')`, OF_A_DAY],
    ['authenticated', 'select * from suggested_people()', OF_A_DAY],
    ['authenticated', `select * from search_suggestions('ka')`, OF_A_DAY],
    ['authenticated', `select * from search_suggestions('rare', 30)`, OF_A_DAY],
    ['anon', `select * from related_tags('rare33')`, OF_A_DAY],
    ['authenticated', `select * from related_tags('rare33')`, OF_A_DAY],
    ['anon', `select * from related_tags('tag3')`, OF_A_FREQUENT_TAG],
    ['authenticated', `select * from related_tags('tag3')`, OF_A_FREQUENT_TAG],
    ['anon', `select * from shown_likes('${star}')`, OF_A_FAN],
    ['authenticated', `select * from shown_likes('${star}')`, OF_A_FAN],
    ['authenticated', `select * from search_messages('nothing')`, OF_A_STAR],
    ['authenticated', 'select * from following_drops()', OF_A_DAY],
    ['authenticated', `select * from following_drops(now() - interval '9999 minutes')`, OF_A_DAY],
  ])('%s: %s', async (role, call, most) => {
    const reads = await readsOf(role, call);
    expect(reads.some(({ scanned, rows }) => scanned + rows > 0)).toBe(true);
    expect(reads.filter(({ scanned }) => scanned > FEW)).toEqual([]);
    expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(most);
  });
});
