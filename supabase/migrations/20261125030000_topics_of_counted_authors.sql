-- Trending Topics: only authors who count make a topic, and each tag once a day, however often they
-- take a hashtag out of a drop and put it in again.

alter table private.hashtag_authors add column counts boolean not null default false;
comment on column private.hashtag_authors.counts is
  'Whether the author counted when they last posted with the hashtag: older than a day, and confirmed.';

alter table private.hashtags add column author_count int not null default 0;
comment on column private.hashtags.author_count is
  'How many authors who count have public drops with the hashtag.';

update private.hashtag_authors set counts = private.standing_of(user_id) is not null;
update private.hashtags set author_count = (
  select count(*) from private.hashtag_authors
  where hashtag_authors.tag = hashtags.tag and counts
);

-- Hashtags of one or two authors are as many as anybody likes: among them, topics would not be found.
drop index private.hashtags_trending_idx;
create index hashtags_trending_idx on private.hashtags (trending desc, tag)
  where not is_hidden and author_count >= 3;

create function private.keep_author_count() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.hashtags
  set author_count = author_count
    + case when tg_op <> 'DELETE' and new.counts then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.counts then 1 else 0 end
  where tag = coalesce(new.tag, old.tag);
  return null;
end
$$;

-- The hashtag is locked already by who changes its authors.
create trigger keep_author_count after insert or update of counts or delete on private.hashtag_authors
  for each row execute function private.keep_author_count();

create or replace view public.trending_topics as
  select tag, drop_count, author_count, trending
  from (
    select tag, drop_count, trending from private.hashtags
    where not is_hidden
      and author_count >= 3
      and drop_count > 0
      and trending >= private.milliseconds(now() - interval '2 days')::bigint
    order by trending desc limit 200
  ) as latest
  cross join lateral (
    select count(*)::int as author_count from (
      select from private.hashtag_authors
      where hashtag_authors.tag = latest.tag and counts and used_at >= now() - interval '2 days'
      limit 100
    ) as authors
  ) as used
  where author_count >= 3
  order by trending desc, tag limit 20;

comment on view public.trending_topics is
  'Hashtags that at least three authors who count used within two days, with how many they were: 100 stands for more.';

create or replace function private.added_to_key(key bigint, points double precision) returns bigint
language plpgsql stable
set search_path = ''
as $$
declare
  ln_2 constant double precision := ln(2::double precision);
  half constant double precision := private.milliseconds(
    (select trending_half_life from private.ranking_settings)
  );
  added constant double precision := private.milliseconds(now()) + half * ln(points) / ln_2;
begin
  -- The sum of two powers of two, by their logarithms, in half-lives. Beyond e^-40 the smaller one is
  -- nothing, and PostgreSQL refuses numbers that are too small.
  return round(
    greatest(key, added) + half / ln_2 * ln(1 + exp(-least(abs(key - added) / half * ln_2, 40)))
  );
end
$$;

create or replace function private.change_hashtags(
  opened public.voice_drops[], closed public.voice_drops[]
) returns void
language plpgsql
set search_path = ''
as $$
declare
  today constant timestamptz := private.counting_day()::timestamp at time zone 'UTC';
  change record;
  standing text;
begin
  -- Nobody waits for the first salt of a day while they hold hashtags.
  perform private.counting_salt();
  for change in
    select tag collate "C" as tag, user_id, sum(drops) as drops, max(posted_at) as posted_at
    from (
      select distinct id, unnest(hashtags) as tag, user_id, 1 as drops,
        least(created_at, now()) as posted_at
      from unnest(opened)
      union all
      select distinct id, unnest(hashtags), user_id, -1, null::timestamptz from unnest(closed)
    ) as uses
    group by tag, user_id having sum(drops) <> 0
    order by tag collate "C", user_id
  loop
    if change.drops < 0 then
      update private.hashtags set drop_count = drop_count + change.drops where tag = change.tag;
      update private.hashtag_authors set drop_count = drop_count + change.drops
      where tag = change.tag and user_id = change.user_id;
      delete from private.hashtag_authors
      where tag = change.tag and user_id = change.user_id and drop_count = 0;
      delete from private.hashtags
      where tag = change.tag and drop_count = 0 and not is_hidden;
      continue;
    end if;
    standing := private.standing_of(change.user_id);
    insert into private.hashtags as known (tag, drop_count, trending)
    values (change.tag, change.drops, private.milliseconds(change.posted_at))
    on conflict (tag) do update
    set drop_count = known.drop_count + excluded.drop_count,
      trending = greatest(known.trending, excluded.trending);
    insert into private.hashtag_authors as known (tag, user_id, drop_count, used_at, counts)
    values (
      change.tag, change.user_id, change.drops, change.posted_at, standing is not null
    )
    on conflict (tag, user_id) do update
    set drop_count = known.drop_count + excluded.drop_count,
      used_at = greatest(known.used_at, excluded.used_at),
      counts = excluded.counts;
    if standing is not null
      and change.posted_at >= today
      and private.claim_key(change.user_id || ' uses #' || change.tag)
    then
      update private.hashtags
      set trending = private.added_to_key(trending, case standing when 'new' then 0.5 else 1 end)
      where tag = change.tag;
    end if;
  end loop;
end
$$;
