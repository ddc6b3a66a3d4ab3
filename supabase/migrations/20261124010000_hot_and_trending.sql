-- Hot and Trending: drops in the order of a key that is stored and does not age, so that nothing is
-- computed again as time passes. A reaction that doubles a drop's score moves it as far as a post that
-- came a half-life later. The score is one and the weighted numbers of different accounts that heard
-- the drop to its end, liked, commented or bookmarked it.

create table public.ranking_weights (
  term text primary key,
  weight double precision not null,
  constraint ranking_weights_term_check
    check (term in ('listened', 'liked', 'commented', 'bookmarked')),
  constraint ranking_weights_weight_check check (weight >= 0 and weight <= 1000)
);

comment on table public.ranking_weights is
  'How much one account adds to a drop''s score by each of its acts. An account younger than a week adds half.';

-- As in packages/domain: RANKING_WEIGHTS.
insert into public.ranking_weights values
  ('listened', 1), ('liked', 2), ('commented', 3), ('bookmarked', 2);

create table public.ranking_lists (
  list text primary key,
  half_life interval not null,
  constraint ranking_lists_list_check check (list in ('hot', 'trending')),
  constraint ranking_lists_half_life_check
    check (half_life >= interval '1 minute' and half_life <= interval '1 year')
);

comment on table public.ranking_lists is
  'In what time twice the score is needed for the same place in a list.';

-- As in packages/domain: RANKING_HALF_LIVES.
insert into public.ranking_lists values ('hot', '12 hours'), ('trending', '1 hour');

revoke all on public.ranking_weights, public.ranking_lists from anon, authenticated;
grant all on public.ranking_weights, public.ranking_lists to service_role;
grant select (term, weight) on public.ranking_weights to anon, authenticated;
grant select (list, half_life) on public.ranking_lists to anon, authenticated;

alter table public.ranking_weights enable row level security;
alter table public.ranking_lists enable row level security;

create policy "Everybody knows what counts how much"
  on public.ranking_weights for select to anon, authenticated using (true);
create policy "Everybody knows how fast the lists age"
  on public.ranking_lists for select to anon, authenticated using (true);

create policy "Weights ask for the second factor"
  on public.ranking_weights as restrictive to authenticated
  using ((select private.is_fully_signed_in()));
create policy "Half-lives ask for the second factor"
  on public.ranking_lists as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create table private.voice_drop_ranks (
  voice_drop_id uuid primary key references public.voice_drops (id) on delete cascade,
  user_id uuid not null,
  -- Whether visitors see the drop.
  is_open boolean not null,
  posted_at timestamptz not null,
  listened int not null default 0,
  listened_new int not null default 0,
  liked int not null default 0,
  liked_new int not null default 0,
  commented int not null default 0,
  commented_new int not null default 0,
  bookmarked int not null default 0,
  bookmarked_new int not null default 0,
  hot bigint not null,
  trending bigint not null,
  constraint voice_drop_ranks_terms_check check (
    0 <= all (array[
      listened, listened_new, liked, liked_new, commented, commented_new, bookmarked, bookmarked_new
    ])
  )
)
with (fillfactor = 80);

comment on table private.voice_drop_ranks is
  'Each drop''s places in Hot and Trending, and the numbers that make them. Kept by triggers. Read through its view.';
comment on column private.voice_drop_ranks.listened is
  'How many accounts heard the drop to its end, without those younger than a week, which listened_new has.';
comment on column private.voice_drop_ranks.hot is
  'Milliseconds since 1970: when a drop without a score would have had to be posted to stand here.';

create index voice_drop_ranks_hot_idx
  on private.voice_drop_ranks (hot desc, voice_drop_id desc) where is_open;
create index voice_drop_ranks_trending_idx
  on private.voice_drop_ranks (trending desc, voice_drop_id desc) where is_open;

alter table private.voice_drop_ranks enable row level security;

-- Reads as its owner, like voice_drop_words: what visitors may see needs no judgement. Whoever reads
-- the drops themselves is judged by their policies.
create view public.voice_drop_ranks as
  select
    voice_drop_id, user_id, posted_at, hot, trending, listened, listened_new, liked, liked_new,
    commented, commented_new, bookmarked, bookmarked_new
  from private.voice_drop_ranks
  where is_open and user_id <> all ((select private.hidden_ids())::uuid[]);

comment on view public.voice_drop_ranks is
  'Places of public drops in Hot and Trending, with what makes them. Leaves out people on the other side of a block.';

revoke all on public.voice_drop_ranks from anon, authenticated;
grant all on public.voice_drop_ranks to service_role;
grant select (
  voice_drop_id, user_id, posted_at, hot, trending, listened, listened_new, liked, liked_new,
  commented, commented_new, bookmarked, bookmarked_new
) on public.voice_drop_ranks to anon, authenticated;

create function private.milliseconds(span interval) returns double precision
language sql immutable
return 1000 * extract(epoch from span)::double precision;

create function private.milliseconds(moment timestamptz) returns double precision
language sql immutable
return 1000 * extract(epoch from moment)::double precision;

create function private.ranking_key(
  posted_at timestamptz, score double precision, half_life interval
) returns bigint
language sql immutable
return floor(
  private.milliseconds(posted_at) + private.milliseconds(half_life) * ln(score) / ln(2::double precision)
)::bigint;
comment on function private.ranking_key is
  'A drop''s place in a list: its time of posting, later by a half-life each time that its score doubles.';

create function private.set_ranking_keys() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  score constant double precision := 1 + (
    select sum(weight * case term
      when 'listened' then new.listened + new.listened_new / 2.0
      when 'liked' then new.liked + new.liked_new / 2.0
      when 'commented' then new.commented + new.commented_new / 2.0
      when 'bookmarked' then new.bookmarked + new.bookmarked_new / 2.0
    end)
    from public.ranking_weights
  );
begin
  select private.ranking_key(new.posted_at, score, half_life) into strict new.hot
  from public.ranking_lists where list = 'hot';
  select private.ranking_key(new.posted_at, score, half_life) into strict new.trending
  from public.ranking_lists where list = 'trending';
  return new;
end
$$;

create trigger set_ranking_keys
  before insert or update of posted_at, listened, listened_new, liked, liked_new, commented,
    commented_new, bookmarked, bookmarked_new
  on private.voice_drop_ranks
  for each row execute function private.set_ranking_keys();

-- Whoever changes a weight or a half-life waits until all keys are computed again.
create function private.compute_ranking_keys() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.voice_drop_ranks set posted_at = posted_at;
  return null;
end
$$;

create trigger compute_ranking_keys after update on public.ranking_weights
  for each statement execute function private.compute_ranking_keys();
create trigger compute_ranking_keys after update on public.ranking_lists
  for each statement execute function private.compute_ranking_keys();

create function private.keep_rank() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  seen_by_all constant boolean := new.audience = 'public' and not new.is_flagged;
begin
  if tg_op = 'INSERT' then
    -- A time in the future, as an import may have it, would stay on top.
    insert into private.voice_drop_ranks (voice_drop_id, user_id, is_open, posted_at)
    values (new.id, new.user_id, seen_by_all, least(new.created_at, now()));
  else
    update private.voice_drop_ranks set is_open = seen_by_all
    where voice_drop_id = new.id and is_open <> seen_by_all;
  end if;
  return null;
end
$$;

-- By privacy_level as well, since a trigger before the update derives the audience from it.
create trigger keep_rank
  after insert or update of privacy_level, audience, is_flagged on public.voice_drops
  for each row execute function private.keep_rank();

-- How far drops were heard was not kept until now: likes count without.
insert into private.voice_drop_ranks (
  voice_drop_id, user_id, is_open, posted_at, liked, liked_new, commented, commented_new,
  bookmarked, bookmarked_new
)
with standings as (
  select id, created_at <= now() - interval '1 week' as is_old from auth.users
  where created_at <= now() - interval '1 day' and confirmed_at is not null
),
acts as (
  select 'liked' as term, voice_drop_id, user_id from public.voice_drop_likes
  union
  select 'commented', voice_drop_id, user_id from public.voice_drop_comments
  union
  select 'bookmarked', voice_drop_id, user_id from public.bookmarks
),
terms as (
  select
    acts.voice_drop_id,
    count(*) filter (where term = 'liked' and is_old) as liked,
    count(*) filter (where term = 'liked' and not is_old) as liked_new,
    count(*) filter (where term = 'commented' and is_old) as commented,
    count(*) filter (where term = 'commented' and not is_old) as commented_new,
    count(*) filter (where term = 'bookmarked' and is_old) as bookmarked,
    count(*) filter (where term = 'bookmarked' and not is_old) as bookmarked_new
  from acts
  join standings on standings.id = acts.user_id
  join public.voice_drops on voice_drops.id = acts.voice_drop_id
  where acts.user_id <> voice_drops.user_id
  group by acts.voice_drop_id
)
select
  voice_drops.id, user_id, audience = 'public' and not is_flagged, least(created_at, now()),
  coalesce(liked, 0), coalesce(liked_new, 0), coalesce(commented, 0), coalesce(commented_new, 0),
  coalesce(bookmarked, 0), coalesce(bookmarked_new, 0)
from public.voice_drops left join terms on terms.voice_drop_id = voice_drops.id;

-- Who was counted. No listening history is kept: an account and a drop are known together by a hash
-- alone, with a salt that changes daily and goes after two days. Until then the same account is not
-- counted twice, and what it takes back is taken off; afterwards there are only numbers.

create table private.counting_salts (
  day date primary key,
  salt text not null default gen_random_uuid() || '-' || gen_random_uuid()
);

comment on table private.counting_salts is
  'The salts of today and yesterday, without which nobody can tell whom a row of counted_acts stands for.';

-- Unlogged: after a crash empties the table, an account may be counted twice within two days.
create unlogged table private.counted_acts (
  key bytea primary key,
  day date not null,
  started_at timestamptz,
  heard_half boolean not null default false,
  heard_end boolean not null default false,
  standing text,
  listened boolean not null default false,
  liked boolean not null default false,
  commented boolean not null default false,
  bookmarked boolean not null default false
)
with (fillfactor = 70);

comment on table private.counted_acts is
  'What was counted of somebody at a drop, today or yesterday. A key is a salted hash of account and drop, of two people, or of account and hashtag; the latter two have no more than their key.';
comment on column private.counted_acts.started_at is
  'When a play was counted. A half or an end that is heard sooner than it can be is not believed.';
comment on column private.counted_acts.standing is
  'How the account counts: established, or new, which is half. Null while nothing of it is counted.';

create index counted_acts_day_idx on private.counted_acts (day);

alter table private.counting_salts enable row level security;
alter table private.counted_acts enable row level security;

create function private.counting_day() returns date
language sql stable
return (now() at time zone 'UTC')::date;

create function private.counting_salt() returns text
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.counting_day();
  found_salt text;
begin
  select salt into found_salt from private.counting_salts where day = today;
  if not found then
    insert into private.counting_salts (day) values (today) on conflict (day) do nothing;
    delete from private.counting_salts where day < today - 1;
    select salt into strict found_salt from private.counting_salts where day = today;
  end if;
  return found_salt;
end
$$;
comment on function private.counting_salt is 'The salt of today. The first call of a day makes it.';

create function private.counting_key(salt text, about text) returns bytea
language sql immutable
return sha256(convert_to(salt || ' ' || about, 'UTF8'));

-- A key that was not there yet today. Old ones are deleted meanwhile; locked rows are skipped.
create function private.claim_key(about text) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.counting_day();
begin
  insert into private.counted_acts (key, day)
  values (private.counting_key(private.counting_salt(), about), today)
  on conflict (key) do nothing;
  if not found then
    return false;
  end if;
  delete from private.counted_acts where key = any (array(
    select key from private.counted_acts where day < today - 1 limit 100 for update skip locked
  ));
  return true;
end
$$;
comment on function private.claim_key is 'Notes a key of today. False when it was noted before.';

create function private.lock_acts(actor uuid, drop_id uuid, creates boolean)
returns private.counted_acts
language plpgsql
set search_path = ''
as $$
declare
  about constant text := actor || ' ' || drop_id;
  known private.counted_acts;
  known_salt text;
begin
  for attempt in 1..2 loop
    for known_salt in
      select salt from private.counting_salts where day >= private.counting_day() - 1 order by day
    loop
      select * into known from private.counted_acts
      where key = private.counting_key(known_salt, about) for update;
      if found then
        return known;
      end if;
    end loop;
    exit when not creates;
    perform private.claim_key(about);
  end loop;
  return null;
end
$$;
comment on function private.lock_acts is
  'Locks and returns what is known of an account at a drop, since yesterday. Null when nothing is, unless it is to be created.';

create function private.standing_of(account uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case
    when created_at <= now() - interval '1 week' then 'established'
    when created_at <= now() - interval '1 day' then 'new'
  end
  from auth.users
  -- Without address confirmation, accounts are confirmed when they are created.
  where id = account and confirmed_at is not null
$$;
comment on function private.standing_of is
  'How an account counts in lists: established, new (half), or null (not at all).';

-- Hashtags. Their key grows by each author and each listener of a day, and ages as drops do.

create table private.hashtags (
  tag text collate "C" primary key,
  drop_count bigint not null,
  trending bigint not null,
  is_hidden boolean not null default false,
  constraint hashtags_drop_count_check check (drop_count >= 0)
)
with (fillfactor = 80);

comment on table private.hashtags is
  'Hashtags of public drops. Kept by triggers. Read through its view.';
comment on column private.hashtags.is_hidden is 'An operator keeps the hashtag out of lists.';

create index hashtags_trending_idx on private.hashtags (trending desc, tag) where not is_hidden;

create table private.hashtag_authors (
  tag text collate "C" not null,
  user_id uuid not null,
  drop_count bigint not null,
  used_at timestamptz not null,
  primary key (tag, user_id),
  constraint hashtag_authors_drop_count_check check (drop_count >= 0)
)
with (fillfactor = 80);

comment on table private.hashtag_authors is
  'Who has public drops with a hashtag, and posted one last at used_at. Kept by triggers.';

create index hashtag_authors_used_at_idx on private.hashtag_authors (tag, used_at desc);

alter table private.hashtags enable row level security;
alter table private.hashtag_authors enable row level security;

create view public.hashtags as
  select tag, drop_count, trending from private.hashtags where not is_hidden and drop_count > 0;

comment on view public.hashtags is 'Hashtags of public drops, without those that an operator hides.';

-- Counting authors stops at a hundred: a page needs no more.
create view public.trending_topics as
  select tag, drop_count, author_count, trending
  from (
    select tag, drop_count, trending from private.hashtags
    where not is_hidden
      and drop_count > 0
      and trending >= private.milliseconds(now() - interval '2 days')::bigint
    order by trending desc limit 200
  ) as latest
  cross join lateral (
    select count(*)::int as author_count from (
      select from private.hashtag_authors
      where hashtag_authors.tag = latest.tag and used_at >= now() - interval '2 days'
      limit 100
    ) as authors
  ) as used
  where author_count >= 3
  order by trending desc, tag limit 20;

comment on view public.trending_topics is
  'Hashtags that at least three authors used within two days, with how many they were: 100 stands for more.';

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

create function private.added_to_key(key bigint, points double precision) returns bigint
language sql stable
set search_path = ''
as $$
  -- The sum of two powers of two, by their logarithms, in half-lives.
  select round(greatest(key, other) + half_life / ln(2::double precision)
    * ln(1 + exp(-abs(key - other) / half_life * ln(2::double precision))))::bigint
  from (
    select half_life, private.milliseconds(now()) + half_life * ln(points) / ln(2::double precision)
      as other
    from (
      select private.milliseconds(half_life) as half_life
      from public.ranking_lists where list = 'trending'
    ) as list
  ) as act
$$;
comment on function private.added_to_key is
  'A hashtag''s key after somebody has added points to it now.';

-- Hashtags are locked last and in order, so that no two transactions wait for each other.

create function private.add_listener_to_hashtags(actor uuid, drop_id uuid, standing text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  used text[];
  one text;
begin
  select hashtags into used from private.voice_drop_words where voice_drop_id = drop_id and is_open;
  for one in select distinct unnest(used) collate "C" as tag order by tag loop
    if private.claim_key(actor || ' #' || one) then
      update private.hashtags
      set trending = private.added_to_key(trending, case standing when 'new' then 0.5 else 1 end)
      where tag = one;
    end if;
  end loop;
end
$$;
comment on function private.add_listener_to_hashtags is
  'Counts an account for the hashtags of a drop, once a day for each.';

create function private.change_hashtags(opened public.voice_drops[], closed public.voice_drops[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  today constant timestamptz := private.counting_day()::timestamp at time zone 'UTC';
  change record;
  previous timestamptz;
  standing text;
begin
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
      delete from private.hashtags
      where tag = change.tag and drop_count = 0 and not is_hidden;
      update private.hashtag_authors set drop_count = drop_count + change.drops
      where tag = change.tag and user_id = change.user_id;
      delete from private.hashtag_authors
      where tag = change.tag and user_id = change.user_id and drop_count = 0;
      continue;
    end if;
    insert into private.hashtags as known (tag, drop_count, trending)
    values (change.tag, change.drops, private.milliseconds(change.posted_at))
    on conflict (tag) do update
    set drop_count = known.drop_count + excluded.drop_count,
      trending = greatest(known.trending, excluded.trending);
    select used_at into previous from private.hashtag_authors
    where tag = change.tag and user_id = change.user_id;
    insert into private.hashtag_authors as known (tag, user_id, drop_count, used_at)
    values (change.tag, change.user_id, change.drops, change.posted_at)
    on conflict (tag, user_id) do update
    set drop_count = known.drop_count + excluded.drop_count,
      used_at = greatest(known.used_at, excluded.used_at);
    standing := private.standing_of(change.user_id);
    if standing is not null and change.posted_at >= today and coalesce(previous < today, true) then
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

insert into private.hashtag_authors (tag, user_id, drop_count, used_at)
select tag, user_id, count(distinct id), max(least(created_at, now()))
from public.voice_drops, unnest(hashtags) as tag
where audience = 'public' and not is_flagged
group by tag, user_id;

insert into private.hashtags (tag, drop_count, trending)
select tag, sum(drop_count), max(private.milliseconds(used_at))
from private.hashtag_authors group by tag;

-- Counts what somebody did at a drop as it is now: what is new is added, what is gone is taken off.
-- The same two people count once a day, whoever of them heard the other.
create function private.settle_acts(actor uuid, drop_id uuid, adds boolean, creates boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  author uuid;
  known private.counted_acts;
  now_known private.counted_acts;
  is_first boolean;
begin
  select user_id into author from private.voice_drop_ranks where voice_drop_id = drop_id;
  if not found or author = actor then
    return;
  end if;
  known := private.lock_acts(actor, drop_id, creates);
  if known.key is null then
    return;
  end if;
  now_known := known;
  now_known.listened := (adds or known.listened) and known.heard_end;
  -- Who likes what they have not heard says nothing of it.
  now_known.liked := (adds or known.liked) and known.heard_half and exists (
    select from public.voice_drop_likes where voice_drop_id = drop_id and user_id = actor
  );
  now_known.commented := (adds or known.commented) and exists (
    select from public.voice_drop_comments where voice_drop_id = drop_id and user_id = actor
  );
  now_known.bookmarked := (adds or known.bookmarked) and exists (
    select from public.bookmarks where voice_drop_id = drop_id and user_id = actor
  );
  if now_known = known then
    return;
  end if;

  is_first := known.standing is null;
  if is_first then
    now_known.standing := private.standing_of(actor);
    if now_known.standing is null
      or not private.claim_key(least(actor, author) || ' and ' || greatest(actor, author))
    then
      return;
    end if;
  end if;

  update private.counted_acts
  set standing = now_known.standing, listened = now_known.listened, liked = now_known.liked,
    commented = now_known.commented, bookmarked = now_known.bookmarked
  where key = known.key;
  if now_known.standing = 'new' then
    update private.voice_drop_ranks
    set listened_new = voice_drop_ranks.listened_new + now_known.listened::int - known.listened::int,
      liked_new = voice_drop_ranks.liked_new + now_known.liked::int - known.liked::int,
      commented_new =
        voice_drop_ranks.commented_new + now_known.commented::int - known.commented::int,
      bookmarked_new =
        voice_drop_ranks.bookmarked_new + now_known.bookmarked::int - known.bookmarked::int
    where voice_drop_id = drop_id;
  else
    update private.voice_drop_ranks
    set listened = voice_drop_ranks.listened + now_known.listened::int - known.listened::int,
      liked = voice_drop_ranks.liked + now_known.liked::int - known.liked::int,
      commented = voice_drop_ranks.commented + now_known.commented::int - known.commented::int,
      bookmarked = voice_drop_ranks.bookmarked + now_known.bookmarked::int - known.bookmarked::int
    where voice_drop_id = drop_id;
  end if;
  if is_first then
    perform private.add_listener_to_hashtags(actor, drop_id, now_known.standing);
  end if;
end
$$;
comment on function private.settle_acts is
  'Counts what an account has done at a drop. adds: whether more than was counted may count; creates: whether the account is noted when nothing is known of it.';

create function private.rank_added_acts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record;
begin
  -- A like alone counts nothing: whoever has heard the drop is known already.
  for act in select distinct user_id, voice_drop_id from added order by voice_drop_id, user_id loop
    perform private.settle_acts(
      act.user_id, act.voice_drop_id, adds => true, creates => tg_table_name <> 'voice_drop_likes'
    );
  end loop;
  return null;
end
$$;

create function private.rank_removed_acts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  act record;
begin
  -- The acts of a drop that is deleted go with it.
  for act in
    select distinct removed.user_id, removed.voice_drop_id
    from removed join public.voice_drops on voice_drops.id = removed.voice_drop_id
    order by removed.voice_drop_id, removed.user_id
  loop
    perform private.settle_acts(act.user_id, act.voice_drop_id, adds => false, creates => false);
  end loop;
  return null;
end
$$;

create trigger rank_likes after insert on public.voice_drop_likes
  referencing new table as added for each statement execute function private.rank_added_acts();
create trigger rank_comments after insert on public.voice_drop_comments
  referencing new table as added for each statement execute function private.rank_added_acts();
create trigger rank_bookmarks after insert on public.bookmarks
  referencing new table as added for each statement execute function private.rank_added_acts();
create trigger rank_removed_likes after delete on public.voice_drop_likes
  referencing old table as removed for each statement execute function private.rank_removed_acts();
create trigger rank_removed_comments after delete on public.voice_drop_comments
  referencing old table as removed for each statement execute function private.rank_removed_acts();
create trigger rank_removed_bookmarks after delete on public.bookmarks
  referencing old table as removed for each statement execute function private.rank_removed_acts();

create or replace function private.count_play(played uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  minute_ago constant timestamptz := now() - interval '60 seconds';
begin
  if account is null and (
    select count(*) >= 60 from private.plays
    where voice_drop_id = played and is_visitor and played_at > minute_ago
  ) then
    return false;
  end if;

  insert into private.plays as play (voice_drop_id, listener, is_visitor)
  values (played, coalesce(account::text, private.visitor_key()), account is null)
  on conflict (voice_drop_id, listener) do update set played_at = now()
    where play.played_at <= minute_ago;
  if not found then
    return false;
  end if;

  update private.voice_drop_counts set play_count = play_count + 1 where voice_drop_id = played;
  if account is not null then
    perform private.start_listening(account, played);
  end if;

  delete from private.plays
  where (voice_drop_id, listener) in (
    select voice_drop_id, listener from private.plays
    where played_at <= minute_ago limit 100 for update skip locked
  );
  return true;
end
$$;

create function private.start_listening(account uuid, played uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  known private.counted_acts;
begin
  if exists (select from public.voice_drops where id = played and user_id = account) then
    return;
  end if;
  known := private.lock_acts(account, played, creates => true);
  if known.started_at is null then
    update private.counted_acts set started_at = now() where key = known.key;
  end if;
end
$$;
comment on function private.start_listening is
  'Notes that an account plays a drop, unless it is its own.';

create function private.note_listening(heard uuid, part text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  -- The player's fastest speed is 2; the rest is for clocks and networks.
  fastest constant double precision := 2.5;
  known private.counted_acts;
  length double precision;
begin
  known := private.lock_acts(account, heard, creates => false);
  if known.started_at is null then
    return false;
  end if;
  if known.heard_end or (known.heard_half and part = 'half') then
    -- Another drop of the same two people may have counted in its stead, the day before.
    perform private.settle_acts(account, heard, adds => true, creates => false);
    return false;
  end if;
  select duration into strict length from public.voice_drops where id = heard;
  if now() < known.started_at
    + make_interval(secs => case part when 'half' then length / 2 else length end / fastest)
  then
    return false;
  end if;
  update private.counted_acts set heard_half = true, heard_end = part = 'end' where key = known.key;
  perform private.settle_acts(account, heard, adds => true, creates => false);
  return true;
end
$$;
comment on function private.note_listening is
  'Notes how far the caller has heard a drop. The caller must have checked that it may be seen.';
grant execute on function private.note_listening to authenticated, service_role;

create function public.add_listening(voice_drop_id uuid, part text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if part is null or part not in ('half', 'end') then
    raise exception 'The part of a drop that was heard is half or end'
      using errcode = 'invalid_parameter_value';
  end if;
  -- Runs as the caller, whose policies decide whether there is such a drop.
  if auth.uid() is null or not exists (
    select from public.voice_drops as heard where heard.id = add_listening.voice_drop_id
  ) then
    return false;
  end if;
  return private.note_listening(add_listening.voice_drop_id, part);
end
$$;
comment on function public.add_listening is
  'Notes that the caller has heard half of a drop, or its end, after a play of it was counted. False when nothing was noted: a visitor, no such drop, no play, known already, or sooner than it can be heard.';
revoke all on function public.add_listening from public;
grant execute on function public.add_listening to anon, authenticated, service_role;
