import { RARE_WORD, SYLLABLES_IN_SQL, wordInSql } from './crowd-words.ts';

export interface Crowd {
  /** The number of accounts. */
  readonly accounts: number;
  /** The number of drops, one for each minute before now, equally many for each account. A twentieth is for followers. */
  readonly drops: number;
  /** An account with a profile, which all others follow, and which follows some and has notifications. */
  readonly star: string;
}

/** How many drops have each of the rarer hashtags. */
const DROPS_PER_RARE_TAG = 20;

/** How many drops have RARE_WORD. */
const DROPS_WITH_RARE_WORD = 5;

/** Words in titles, the most frequent first: word n is 1/n times as frequent as the first. */
const WORDS = 20_000;
const WORDS_OF_A_TITLE = 4;

/** How many people the star follows. */
const FOLLOWED = 50;

/** How many notifications the star has. */
const NOTIFICATIONS = 200;

/** A ranking key with a half-life in hours, as `private.set_ranking_keys` computes it. */
const keyInSql = (postedAt: string, score: string, hours: number): string =>
  `floor(private.milliseconds(${postedAt}) + ${hours * 3_600_000} * ln(${score}) / ln(2.0))::bigint`;

/**
 * Fills a migrated database in bulk without its triggers, whose results it computes, with the same rows
 * each time. Person n has the name `crowdName(n)`. Titles consist of generated words, some of them
 * frequent; a tenth contain `night`, a quarter `rain`, five RARE_WORD. Hashtags are `tag0` to `tag6` and
 * the rare `rare<n>`.
 *
 * @param run runs a statement as the superuser, always on the same connection
 */
export async function fillCrowd(
  run: (statement: string) => PromiseLike<unknown>,
  { accounts, drops, star }: Crowd,
): Promise<void> {
  const person = (n: string) => `md5('person' || ${n})::uuid`;
  const everyone = `generate_series(1, ${accounts}) as n`;
  const statements = [
    'set session_replication_role = replica',
    'select setseed(0.5)',
    // A database that a crash damaged is filled again.
    'set synchronous_commit = off',
    "set work_mem = '128MB'",
    `insert into auth.users (id, email)
      select ${person('n')}, 'person' || n || '@example.com' from ${everyone}`,
    `insert into public.profiles (user_id, username, created_at)
      select ${person('n')}, ${wordInSql('n')} || n % 100, now() - n * interval '1 minute'
      from ${everyone}, ${SYLLABLES_IN_SQL}`,
    // The check of audio_url compiles a pattern for each author, which would take most of the time.
    `do $$
      declare check_of_audio constant text := pg_get_constraintdef(oid) from pg_constraint
        where conname = 'voice_drops_audio_check';
      begin
        alter table public.voice_drops drop constraint voice_drops_audio_check;
        insert into public.voice_drops (id, user_id, title, audio_url, duration, hashtags, waveform,
        privacy_level, audience, created_at)
      select md5('drop' || n)::uuid, author,
        title || case
          when n % ${Math.floor(drops / DROPS_WITH_RARE_WORD)} = 3 then ' ${RARE_WORD}'
          when n % 10 = 0 then ' night'
          when n % 4 = 3 then ' rain'
          else ''
        end,
        '/storage/v1/object/voice-drops/' || author || '/' || n || '-voice-drop.mp3', 1 + n % 60,
        array['tag' || n % 7, 'rare' || n / ${DROPS_PER_RARE_TAG}],
        array_fill((n % 100)::smallint, array[100]), level, level, now() - n * interval '1 minute'
      from (
        select n, ${person(`(1 + n % ${accounts})`)} as author,
          case when n % 20 = 7 then 'followers' else 'public' end as level, title
        from (
          select (number - 1) / ${WORDS_OF_A_TITLE} + 1 as n,
            string_agg(${wordInSql('rank')}, ' ') as title
          from (
            -- Equally many words between 1 and 10, 10 and 100, and so on.
            select number, floor(${WORDS} ^ random())::int as rank
            from generate_series(1, ${drops * WORDS_OF_A_TITLE}) as number
          ) as drawn, ${SYLLABLES_IN_SQL}
          group by (number - 1) / ${WORDS_OF_A_TITLE} + 1
        ) as titles
      ) as drops;
        execute 'alter table public.voice_drops add constraint voice_drops_audio_check '
          || check_of_audio || ' not valid';
      end $$`,
    `insert into private.voice_drop_counts (voice_drop_id, play_count)
      select md5('drop' || n)::uuid, n % 50 from generate_series(1, ${drops}) as n`,
    // The star's followers, and a few other follows of each person.
    `insert into public.follows (follower_id, following_id, created_at)
      select ${person('n')}, '${star}', now() - n * interval '1 second' from ${everyone}
      union all
      select '${star}', ${person('n')}, now() - n * interval '1 second'
      from generate_series(1, least(${accounts}, ${FOLLOWED})) as n
      union all
      select ${person('n')}, ${person(`(1 + (n + step) % ${accounts})`)}, now() - n * interval '1 second'
      from ${everyone}, generate_series(1, 3) as step`,
    `insert into public.notifications (recipient_id, actor_id, type, created_at)
      select '${star}', ${person('n')}, 'follow', now() - n * interval '1 second'
      from generate_series(1, least(${accounts}, ${NOTIFICATIONS})) as n
      union all
      select ${person('n')}, ${person(`(1 + (n + step) % ${accounts})`)}, 'follow',
        now() - n * interval '1 second'
      from ${everyone}, generate_series(1, 10) as step`,
    'analyze public.profiles, public.voice_drops',
    `insert into public.profile_counts (user_id, drop_count, follower_count, following_count)
      select ${person('n')}, coalesce(posted, 0), 3, 4
      from ${everyone}
      left join (
        select user_id, count(*) as posted from public.voice_drops group by user_id
      ) as posts on posts.user_id = ${person('n')}`,
    `update public.profile_counts set follower_count = ${accounts} where user_id = '${star}'`,
    // Building an index at the end is much faster than updating it for each row.
    `do $$
      declare index_of_words constant text := pg_get_indexdef('private.voice_drop_words_idx'::regclass);
      begin
        drop index private.voice_drop_words_idx;
        insert into private.voice_drop_words
          (voice_drop_id, user_id, title, hashtags, handle, is_flagged, is_public, created_at)
        select voice_drops.id, user_id, title, hashtags, handle, is_flagged, audience = 'public',
          voice_drops.created_at
        from public.voice_drops join public.profiles using (user_id);
        execute index_of_words;
      end $$`,
    `insert into private.latest_posts (user_id, posted_at)
      select user_id, max(created_at) from public.voice_drops group by user_id`,
    // Few drops have many reactions.
    `insert into private.voice_drop_ranks
      (voice_drop_id, user_id, is_public, posted_at, listened, liked, hot, trending)
      select id, user_id, audience = 'public', posted_at, listened, listened / 4,
        ${keyInSql('posted_at', '1 + listened + 2 * (listened / 4)', 12)},
        ${keyInSql('posted_at', '1 + listened + 2 * (listened / 4)', 1)}
      from (
        select id, user_id, audience, created_at as posted_at, floor(100 ^ random() - 1)::int as listened
        from public.voice_drops
      ) as drops`,
    `insert into private.hashtag_authors (tag, user_id, drop_count, used_at, counts)
      select tag, user_id, count(*), max(created_at), true from public.voice_drops, unnest(hashtags) as tag
      where audience = 'public' group by tag, user_id order by tag, user_id`,
    `insert into private.hashtags (tag, drop_count, author_count, trending)
      select tag, sum(drop_count), count(*),
        ${keyInSql('max(used_at)', 'count(*)', 1)}
      from private.hashtag_authors group by tag order by tag`,
    "insert into private.play_totals (plays) select sum(voice_drops.play_count) from public.voice_drops where audience = 'public'",
    'set session_replication_role = origin',
    `vacuum (analyze) public.profiles, public.profile_counts, public.voice_drops, public.follows,
      public.notifications, private.voice_drop_words, private.voice_drop_counts, private.voice_drop_ranks,
      private.latest_posts, private.hashtags, private.hashtag_authors, private.play_totals`,
  ];
  for (const statement of statements) await run(statement);
}
