-- Hashtags. Their key grows by each author and each listener of a day, and ages as drops do.

create table private.hashtags (
  tag text collate "C" primary key,
  drop_count bigint not null,
  trending bigint not null,
  is_hidden boolean not null default false,
  author_count int not null default 0,
  constraint hashtags_drop_count_check check (drop_count >= 0)
)
with (fillfactor = 80);

comment on table private.hashtags is
  'Hashtags of public drops. Kept by triggers. Read through its view.';
comment on column private.hashtags.is_hidden is 'An operator keeps the hashtag out of lists.';
comment on column private.hashtags.author_count is
  'How many authors who count have public drops with the hashtag.';

-- Hashtags of one or two authors are as many as anybody likes: among them, topics would not be found.
create index hashtags_trending_idx on private.hashtags (trending desc, tag)
  where not is_hidden and author_count >= 3;

create table private.hashtag_authors (
  tag text collate "C" not null,
  user_id uuid not null,
  drop_count bigint not null,
  used_at timestamptz not null,
  counts boolean not null default false,
  primary key (tag, user_id),
  constraint hashtag_authors_drop_count_check check (drop_count >= 0)
)
with (fillfactor = 80);

comment on table private.hashtag_authors is
  'Who has public drops with a hashtag, and posted one last at used_at. Kept by triggers.';
comment on column private.hashtag_authors.counts is
  'Whether the author counted when they last posted with the hashtag: older than a day, and confirmed.';

create index hashtag_authors_used_at_idx on private.hashtag_authors (tag, used_at desc);

alter table private.hashtags enable row level security;
alter table private.hashtag_authors enable row level security;

create view public.hashtags as
  select tag, drop_count, trending from private.hashtags where not is_hidden and drop_count > 0;

comment on view public.hashtags is 'Hashtags of public drops, without those that an operator hides.';

create view public.trending_topics as
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

revoke all on public.hashtags, public.trending_topics from anon, authenticated;
grant all on public.hashtags, public.trending_topics to service_role;
grant select (tag, drop_count, trending) on public.hashtags to anon, authenticated;
grant select (tag, drop_count, author_count, trending)
  on public.trending_topics to anon, authenticated;
-- The functions of a view run as the caller.
grant execute on function private.milliseconds(timestamptz) to anon, authenticated, service_role;

create function public.hide_hashtag(tag text, is_hidden boolean default true) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.hashtags as known (tag, drop_count, trending, is_hidden)
  values (lower(ltrim(hide_hashtag.tag, '#')), 0, 0, hide_hashtag.is_hidden)
  on conflict on constraint hashtags_pkey do update set is_hidden = excluded.is_hidden;
end
$$;
comment on function public.hide_hashtag is
  'Keeps a hashtag out of Trending Topics, suggestions and counts, or shows it again. For operators; drops stay.';
revoke all on function public.hide_hashtag from public, anon, authenticated;
grant execute on function public.hide_hashtag to service_role;

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

create function private.added_to_key(key bigint, points double precision) returns bigint
language plpgsql stable
set search_path = ''
as $$
declare
  ln_2 constant double precision := ln(2::double precision);
  half constant double precision := private.milliseconds(
    (private.ranking_constants()).trending_half_life
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
comment on function private.added_to_key is
  'A hashtag''s key after somebody has added points to it now.';

-- Hashtags are locked last and in order, so that no two transactions wait for each other.

create function private.add_listener_to_hashtags(actor uuid, drop_id uuid, points double precision)
returns void
language plpgsql
set search_path = ''
as $$
declare
  one text;
begin
  for one in
    select distinct tag collate "C" as tag
    from private.voice_drop_words, unnest(hashtags) as tag
    where voice_drop_id = drop_id and is_open
    order by tag
  loop
    if private.claim_key(actor || ' #' || one) then
      update private.hashtags set trending = private.added_to_key(trending, points)
      where tag = one;
    end if;
  end loop;
end
$$;
comment on function private.add_listener_to_hashtags is
  'Counts who heard a drop to its end for its hashtags, once a day for each.';

create function private.change_hashtags(
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
comment on function private.change_hashtags is
  'Counts drops that visitors see from now on, and no longer counts those that they saw, by their hashtags.';

create function private.keep_hashtags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  opened public.voice_drops[];
  closed public.voice_drops[];
begin
  if tg_op <> 'DELETE' then
    select array_agg(new_row) into opened from new_rows as new_row
    where audience = 'public' and not is_flagged and hashtags <> '{}';
  end if;
  if tg_op <> 'INSERT' then
    select array_agg(old_row) into closed from old_rows as old_row
    where audience = 'public' and not is_flagged and hashtags <> '{}';
  end if;
  if num_nonnulls(opened, closed) > 0 then
    perform private.change_hashtags(opened, closed);
  end if;
  return null;
end
$$;

-- For each statement, which takes the hashtags of all its drops in order.
create trigger keep_hashtags_of_new after insert on public.voice_drops
  referencing new table as new_rows
  for each statement execute function private.keep_hashtags();
create trigger keep_hashtags_of_changed after update on public.voice_drops
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_hashtags();
create trigger keep_hashtags_of_deleted after delete on public.voice_drops
  referencing old table as old_rows
  for each statement execute function private.keep_hashtags();
