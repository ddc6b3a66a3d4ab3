// node apps/backend/bench/scale.bench.ts [drops, 100 000 by default]
// Times the app's reads through the whole backend, with row-level security, for a number of drops and
// for a tenth of it: 95th percentiles, ms. Ten times the data should take at most 1.5 times as long.
import { startBackend } from '@undertone/test-support/backend';
import { crowdName, RARE_WORD } from '@undertone/test-support/crowd-words';
import { fillCrowd } from '@undertone/test-support/fill-crowd';
import postgres from 'postgres';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp } from './account.ts';
import { percentile } from '../../../scripts/lib/bench/percentile.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';

const DEFAULT_DROPS = 100_000;
const DROPS_PER_ACCOUNT = 10;
/** The first runs are not counted: they open connections and warm caches. */
const WARM_UP_RUNS = 10;
const RUNS = 60;

const person = 'profiles!voice_drops_user_id_fkey(username,avatar_url,allow_downloads)';
const card =
  'id,user_id,title,audio_path,duration,filter_used,hashtags,privacy_level,waveform,' +
  `counts(like_count,comment_count,play_count),created_at,author:${person},likes:voice_drop_likes(id),bookmarks(id)`;
const newest = 'order=created_at.desc,id.desc&limit=20';

const searchedJoins = (view: string) =>
  `account:profiles!voice_drops_user_id_fkey!inner(),words:${view}!inner()`;
const tagged = (tag: string) =>
  `voice_drops?select=${card},${searchedJoins('voice_drop_words')}` +
  `&account.is_private=is.false&privacy_level=neq.private&words.hashtags=cs.{"${tag}"}&${newest}`;
const hottestTagged = (tag: string) =>
  `voice_drop_ranks?select=hot,drop:voice_drops!inner(${card},words:voice_drop_words!inner())` +
  `&drop.words.hashtags=cs.{"${tag}"}&order=hot.desc,voice_drop_id.desc&limit=20`;

const places =
  'voice_drop_id,user_id,posted_at,hot,trending,listened,listened_new,liked,liked_new,' +
  'commented,commented_new,bookmarked,bookmarked_new';
const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);

const search = (words: string, more = '', view = 'voice_drop_words') =>
  `voice_drops?select=${card},${searchedJoins(view)}` +
  '&account.is_private=is.false&privacy_level=neq.private' +
  `&words.or=(title.ilike."*${words}*",handle.ilike."*${words}*"${more})&${newest}`;

const hottest = (word: string) =>
  `voice_drops?select=id,rank:voice_drop_ranks!inner(hot),${searchedJoins('voice_drop_words')}` +
  '&account.is_private=is.false&privacy_level=neq.private' +
  `&words.or=(title.ilike."*${word}*",handle.ilike."*${word}*")&order=rank(hot).desc,id.desc&limit=100`;

/** The app's reads. @param star the id of the person that everyone follows */
const reads = (star: string, accounts: number) => ({
  feed: `voice_drops?select=${card}&${newest}`,
  'a profile’s drops': `voice_drops?select=${card}&user_id=eq.${star}&${newest}`,
  'a rare word': search(RARE_WORD),
  'a word of no drop': search('zzzz'),
  'a frequent word': search('night'),
  'a name': search(crowdName(accounts - 1)),
  'a frequent hashtag': search('%23tag3', ',hashtags.cs.{"tag3"}'),
  'a rare hashtag': search('%23rare33', ',hashtags.cs.{"rare33"}'),
  'the hottest matches of a frequent word': hottest('night'),
  'the hottest matches of a rare word': hottest(RARE_WORD),
  'a frequent tag, newest': tagged('tag3'),
  'a rare tag, newest': tagged('rare33'),
  'a frequent tag, hottest': hottestTagged('tag3'),
  'a rare tag, hottest': hottestTagged('rare33'),
  'related tags of a frequent one': 'rpc/related_tags?tag=tag3',
  'hot places': `voice_drop_ranks?select=${places}&order=hot.desc,voice_drop_id.desc&limit=60`,
  'trending places':
    `voice_drop_ranks?select=${places}&posted_at=gte.${twoDaysAgo.toISOString()}` +
    `&trending=gte.${twoDaysAgo.getTime()}&order=trending.desc,voice_drop_id.desc&limit=60`,
  'trending topics': 'trending_topics?select=tag,drop_count,author_count&order=trending.desc,tag',
  'today’s activity': `rpc/today_stats?local_midnight=${new Date(Date.now() - 12 * 3_600_000).toISOString()}`,
  'a mention’s suggestions':
    'profiles?select=user_id,username,avatar_url,counts:profile_counts!inner()' +
    '&handle=gte.ka&handle=lt.ka~&is_private=eq.false&order=handle&limit=5',
  'top people':
    'profile_counts?select=user_id,drop_count,profile:profiles!inner(username,bio,avatar_url)' +
    '&profile.is_private=eq.false&profile.username=not.is.null&drop_count=gt.0' +
    '&order=drop_count.desc,user_id&limit=20',
  'a list of followers':
    'follows?select=id,created_at,person:profiles!follows_follower_id_fkey!inner(user_id,username,' +
    'avatar_url,followed:follows!follows_following_id_fkey(follower_id))' +
    `&following_id=eq.${star}&person.followed.follower_id=eq.${star}&${newest}`,
});

const memberReads = (star: string) => ({
  'a word among what followers see': search('rain', '', 'nonpublic_drop_words'),
  'suggestions for a letter': 'rpc/search_suggestions?typed=k',
  'suggestions for three letters': 'rpc/search_suggestions?typed=rar',
  'suggested people': 'rpc/suggested_people',
  'the drops of followed people': `rpc/following_drops?select=${card}&${newest}`,
  notifications:
    'notifications?select=id,type,content,read,created_at,actor:profiles!notifications_actor_id_fkey' +
    `(username,avatar_url)&recipient_id=eq.${star}&order=created_at.desc,id.desc&limit=50`,
});

async function time(url: string, headers: Record<string, string>): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - start;
}

/** The 95th percentile of each read, ms, as a visitor and as a member. */
async function measure(drops: number): Promise<Map<string, number>> {
  const backend = await startBackend({ env: allocatorSettings });
  try {
    const star = await signUp(backend, 'star');
    const accounts = drops / DROPS_PER_ACCOUNT;
    const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
    const start = performance.now();
    await fillCrowd((statement) => sql.unsafe(statement), { accounts, drops, star: star.id });
    // Flushes the filled rows, so that they are not written during the measurement.
    await sql`checkpoint`;
    console.log(`${drops} drops in ${Math.round((performance.now() - start) / 1000)} s`);
    await sql.end();

    const visitor = { apikey: backend.publishableKey };
    const member = { ...visitor, authorization: `Bearer ${star.accessToken}` };
    const asked = reads(star.id, accounts);
    const all = [
      ...Object.entries(asked).map(([name, path]) => [`${name}, visitor`, path, visitor] as const),
      ...Object.entries({ ...asked, ...memberReads(star.id) }).map(
        ([name, path]) => [`${name}, member`, path, member] as const,
      ),
    ];
    const percentiles = new Map<string, number>();
    for (const [name, path, headers] of all) {
      const url = `${backend.url}/rest/v1/${path}`;
      for (let run = 0; run < WARM_UP_RUNS; run += 1) await time(url, headers);
      const times = [];
      for (let run = 0; run < RUNS; run += 1) times.push(await time(url, headers));
      percentiles.set(name, percentile(times, 0.95));
    }
    return percentiles;
  } finally {
    await backend.stop();
  }
}

const drops = Number(process.argv[2] ?? DEFAULT_DROPS);
const few = await measure(drops / 10);
const rows: Rows = {};
for (const [name, p95] of await measure(drops)) {
  const before = few.get(name) ?? Number.NaN;
  rows[name] = { [`${drops / 10} drops`]: before, [`${drops} drops`]: p95, times: p95 / before };
}
report('95th percentiles, ms', rows);
