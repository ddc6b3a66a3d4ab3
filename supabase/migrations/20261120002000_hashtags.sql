-- Hashtags of public drops, and the topics that trend. A hashtag's key grows with each author and each
-- listener of a day, and ages like that of a drop.

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
  'Hashtags of public drops. Maintained by triggers. Read through its view.';
comment on column private.hashtags.is_hidden is 'Whether an operator has excluded the hashtag from lists.';
comment on column private.hashtags.author_count is
  'Number of authors that count and have public drops with the hashtag.';

-- Anyone can create many hashtags with one or two authors, so the index leaves them out.
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
  'Authors of public drops with a hashtag. used_at is the time of the latest one. Maintained by triggers.';
comment on column private.hashtag_authors.counts is
  'Whether the account was confirmed and older than a day when it last posted with the hashtag.';

create index hashtag_authors_used_at_idx on private.hashtag_authors (tag, used_at desc);

alter table private.hashtags enable row level security;
alter table private.hashtag_authors enable row level security;

create view public.hashtags as
  select tag, drop_count, trending from private.hashtags where not is_hidden and drop_count > 0;

comment on view public.hashtags is 'Hashtags of public drops, without those that an operator has hidden.';

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
  where author_count >= 3 and tag <> all ((select private.muted_subjects('hashtag'))::text[])
  order by trending desc, tag limit 20;

comment on view public.trending_topics is
  'Hashtags that at least three authors who count have used within two days. author_count is at most 100. Excludes hashtags that the caller has muted.';

grant select (tag, drop_count, trending) on public.hashtags to anon, authenticated;
grant select (tag, drop_count, author_count, trending)
  on public.trending_topics to anon, authenticated;
-- Functions in a view run as the caller.
grant execute on function private.milliseconds(timestamptz) to anon, authenticated, service_role;

create function public.hide_hashtag(tag text, is_hidden boolean default true) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.hashtags as known (tag, drop_count, trending, is_hidden)
  values (private.fold_hashtag(ltrim(hide_hashtag.tag, '#')), 0, 0, hide_hashtag.is_hidden)
  on conflict on constraint hashtags_pkey do update set is_hidden = excluded.is_hidden;
end
$$;
comment on function public.hide_hashtag is
  'Excludes a hashtag from Trending Topics, suggestions and counts, or includes it again. For operators. Its drops stay visible.';
revoke all on function public.hide_hashtag from anon, authenticated;
grant execute on function public.hide_hashtag to service_role;

create function private.maintain_author_count() returns trigger
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

-- The transaction that changes an author has locked the hashtag before.
create trigger maintain_author_count
  after insert or update of counts or delete on private.hashtag_authors
  for each row execute function private.maintain_author_count();

create function private.add_ranking_points(key bigint, points double precision) returns bigint
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
  -- Adds two powers of two, given their logarithms in half-lives. A summand below e^-40 of the other one
  -- does not change the result, and PostgreSQL rejects numbers that are too small.
  return round(
    greatest(key, added) + half / ln_2 * ln(1 + exp(-least(abs(key - added) / half * ln_2, 40)))
  );
end
$$;
comment on function private.add_ranking_points is
  'A hashtag''s key after points are added to it now.';

-- A transaction locks hashtags last and in order, so that transactions do not deadlock.

create function private.count_hashtag_listener(actor uuid, drop_id uuid, points double precision)
returns void
language plpgsql
set search_path = ''
as $$
declare
  listened_tag text;
begin
  for listened_tag in
    select distinct tag collate "C" as tag
    from private.voice_drop_words, unnest(hashtags) as tag
    where voice_drop_id = drop_id and is_public
    order by tag
  loop
    if private.insert_daily_key('listen:' || actor || ':#' || listened_tag) then
      update private.hashtags set trending = private.add_ranking_points(trending, points)
      where tag = listened_tag;
    end if;
  end loop;
end
$$;
comment on function private.count_hashtag_listener is
  'Counts an account that played a drop to its end for the drop''s hashtags, once a day for each.';

create function private.update_hashtags(
  opened public.voice_drops[], closed public.voice_drops[]
) returns void
language plpgsql
set search_path = ''
as $$
declare
  today constant timestamptz := private.ranking_day()::timestamp at time zone 'UTC';
  change record;
  class text;
begin
  -- Creates the first salt of a day before locking hashtags, since other transactions may wait for it.
  perform private.ranking_salt();
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
    class := private.account_ranking_class(change.user_id);
    insert into private.hashtags as known (tag, drop_count, trending)
    values (change.tag, change.drops, private.milliseconds(change.posted_at))
    on conflict (tag) do update
    set drop_count = known.drop_count + excluded.drop_count,
      trending = greatest(known.trending, excluded.trending);
    insert into private.hashtag_authors as known (tag, user_id, drop_count, used_at, counts)
    values (
      change.tag, change.user_id, change.drops, change.posted_at, class is not null
    )
    on conflict (tag, user_id) do update
    set drop_count = known.drop_count + excluded.drop_count,
      used_at = greatest(known.used_at, excluded.used_at),
      counts = excluded.counts;
    if class is not null
      and change.posted_at >= today
      and private.insert_daily_key('post:' || change.user_id || ':#' || change.tag)
    then
      update private.hashtags
      set trending = private.add_ranking_points(trending, case class when 'new' then 0.5 else 1 end)
      where tag = change.tag;
    end if;
  end loop;
end
$$;
comment on function private.update_hashtags is
  'Adds drops that have become public to the numbers of their hashtags, and subtracts those that are no longer public.';

create function private.maintain_hashtags() returns trigger
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
    perform private.update_hashtags(opened, closed);
  end if;
  return null;
end
$$;

-- Per statement, so that the hashtags of all its drops are locked in order.
create trigger update_hashtags_on_insert after insert on public.voice_drops
  referencing new table as new_rows
  for each statement execute function private.maintain_hashtags();
create trigger update_hashtags_on_update after update on public.voice_drops
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.maintain_hashtags();
create trigger update_hashtags_on_delete after delete on public.voice_drops
  referencing old table as old_rows
  for each statement execute function private.maintain_hashtags();
