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
begin
  select
    private.ranking_key(new.posted_at, score, hot.half_life),
    private.ranking_key(new.posted_at, score, trending.half_life)
  into strict new.hot, new.trending
  from (
    select 1 + sum(weight * case term
      when 'listened' then new.listened + new.listened_new / 2.0
      when 'liked' then new.liked + new.liked_new / 2.0
      when 'commented' then new.commented + new.commented_new / 2.0
      when 'bookmarked' then new.bookmarked + new.bookmarked_new / 2.0
    end) as score
    from public.ranking_weights
  ) as weighted, public.ranking_lists as hot, public.ranking_lists as trending
  where hot.list = 'hot' and trending.list = 'trending';
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

create function private.claim_key(about text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  insert into private.counted_acts (key, day)
  values (private.counting_key(private.counting_salt(), about), private.counting_day())
  on conflict (key) do nothing;
  return found;
end
$$;
comment on function private.claim_key is 'Notes a key of today. False when it was noted before.';

create function private.keys_of(actor uuid, drop_id uuid) returns bytea[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array(
    select private.counting_key(salt, actor || ' ' || drop_id) from private.counting_salts
    where day >= private.counting_day() - 1
  );
end
$$;
comment on function private.keys_of is
  'By what an account is known at a drop, today and yesterday.';

create function private.note_acts(actor uuid, drop_id uuid) returns private.counted_acts
language plpgsql
set search_path = ''
as $$
declare
  known private.counted_acts;
begin
  select * into known from private.counted_acts
  where key = any (private.keys_of(actor, drop_id)) order by day for update;
  if not found then
    perform private.claim_key(actor || ' ' || drop_id);
    select * into known from private.counted_acts
    where key = any (private.keys_of(actor, drop_id)) order by day for update;
    -- Old ones go meanwhile; locked rows are skipped.
    delete from private.counted_acts where key = any (array(
      select key from private.counted_acts
      where day < private.counting_day() - 1 limit 100 for update skip locked
    ));
  end if;
  return known;
end
$$;
comment on function private.note_acts is
  'Locks and returns what is known of an account at a drop, from now on if nothing is.';

create function private.standing_of(account uuid) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made timestamptz;
begin
  -- Without address confirmation, accounts are confirmed when they are created.
  select created_at into made from auth.users where id = account and confirmed_at is not null;
  return case
    when made <= now() - interval '1 week' then 'established'
    when made <= now() - interval '1 day' then 'new'
  end;
end
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
language plpgsql stable
set search_path = ''
as $$
declare
  ln_2 constant double precision := ln(2::double precision);
  half constant double precision := private.milliseconds(
    (select half_life from public.ranking_lists where list = 'trending')
  );
  added constant double precision := private.milliseconds(now()) + half * ln(points) / ln_2;
begin
  -- The sum of two powers of two, by their logarithms, in half-lives.
  return round(
    greatest(key, added) + half / ln_2 * ln(1 + exp(-abs(key - added) / half * ln_2))
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

create function private.admit(known private.counted_acts, actor uuid, drop_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  standing_now text;
  author uuid;
begin
  if known.standing is not null then
    return;
  end if;
  standing_now := private.standing_of(actor);
  if standing_now is null then
    return;
  end if;
  select user_id into author from private.voice_drop_ranks where voice_drop_id = drop_id;
  -- The same two people count once a day, whoever of them heard the other.
  if author <> actor
    and private.claim_key(least(actor, author) || ' and ' || greatest(actor, author))
  then
    update private.counted_acts set standing = standing_now where key = known.key;
  end if;
end
$$;
comment on function private.admit is
  'Lets what an account does at a drop count, if it may. known: what is known of it there, locked.';

create function private.count_act(actor uuid, drop_id uuid, term text, is_done boolean)
returns text
language plpgsql
set search_path = ''
as $$
declare
  counted_as text;
  step constant int := case when is_done then 1 else -1 end;
begin
  update private.counted_acts as acts
  set listened = case term when 'listened' then is_done else acts.listened end,
    liked = case term when 'liked' then is_done else acts.liked end,
    commented = case term when 'commented' then is_done else acts.commented end,
    bookmarked = case term when 'bookmarked' then is_done else acts.bookmarked end
  where key = any (private.keys_of(actor, drop_id))
    and standing is not null
    and is_done <> case term
      when 'listened' then acts.listened
      when 'liked' then acts.liked
      when 'commented' then acts.commented
      when 'bookmarked' then acts.bookmarked
    end
    -- Who likes what they have not heard says nothing of it.
    and (term <> 'liked' or heard_half)
  returning standing into counted_as;
  if counted_as = 'established' then
    update private.voice_drop_ranks
    set listened = listened + case term when 'listened' then step else 0 end,
      liked = liked + case term when 'liked' then step else 0 end,
      commented = commented + case term when 'commented' then step else 0 end,
      bookmarked = bookmarked + case term when 'bookmarked' then step else 0 end
    where voice_drop_id = drop_id;
  elsif counted_as = 'new' then
    update private.voice_drop_ranks
    set listened_new = listened_new + case term when 'listened' then step else 0 end,
      liked_new = liked_new + case term when 'liked' then step else 0 end,
      commented_new = commented_new + case term when 'commented' then step else 0 end,
      bookmarked_new = bookmarked_new + case term when 'bookmarked' then step else 0 end
    where voice_drop_id = drop_id;
  end if;
  return counted_as;
end
$$;
comment on function private.count_act is
  'Counts an act of an account at a drop, or no longer counts it. Returns as what it was counted; null when it was not: already, or the account is not admitted.';

create function private.rank_added_act() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Most have heard the drop and are admitted. Who likes it without having heard it is not.
  if private.count_act(new.user_id, new.voice_drop_id, tg_argv[0], is_done => true) is null
    and tg_argv[0] <> 'liked'
  then
    perform private.admit(
      private.note_acts(new.user_id, new.voice_drop_id), new.user_id, new.voice_drop_id
    );
    perform private.count_act(new.user_id, new.voice_drop_id, tg_argv[0], is_done => true);
  end if;
  return null;
end
$$;

-- Per statement, since deleting an account deletes many acts at once.
create function private.rank_removed_acts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.count_act(act.user_id, act.voice_drop_id, tg_argv[0], is_done => false)
  from (
    -- The acts of a drop that is deleted go with it.
    select distinct removed.user_id, removed.voice_drop_id
    from removed join public.voice_drops on voice_drops.id = removed.voice_drop_id
    where tg_argv[0] <> 'commented' or not exists (
      select from public.voice_drop_comments as left_over
      where left_over.voice_drop_id = removed.voice_drop_id
        and left_over.user_id = removed.user_id
    )
    order by removed.voice_drop_id, removed.user_id
  ) as act;
  return null;
end
$$;

create trigger rank_likes after insert on public.voice_drop_likes
  for each row execute function private.rank_added_act('liked');
create trigger rank_comments after insert on public.voice_drop_comments
  for each row execute function private.rank_added_act('commented');
create trigger rank_bookmarks after insert on public.bookmarks
  for each row execute function private.rank_added_act('bookmarked');
create trigger rank_removed_likes after delete on public.voice_drop_likes
  referencing old table as removed
  for each statement execute function private.rank_removed_acts('liked');
create trigger rank_removed_comments after delete on public.voice_drop_comments
  referencing old table as removed
  for each statement execute function private.rank_removed_acts('commented');
create trigger rank_removed_bookmarks after delete on public.bookmarks
  referencing old table as removed
  for each statement execute function private.rank_removed_acts('bookmarked');

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
  known := private.note_acts(account, played);
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
  is_news boolean;
  length double precision;
  counted_as text;
begin
  select * into known from private.counted_acts
  where key = any (private.keys_of(account, heard)) and started_at is not null for update;
  if not found then
    return false;
  end if;
  is_news := case part when 'half' then not known.heard_half else not known.heard_end end;
  if is_news then
    select duration into strict length from public.voice_drops where id = heard;
    if now() < known.started_at
      + make_interval(secs => case part when 'half' then length / 2 else length end / fastest)
    then
      return false;
    end if;
    update private.counted_acts set heard_half = true, heard_end = known.heard_end or part = 'end'
    where key = known.key;
  end if;
  -- Also when it was heard before: another drop of the same two people may have counted that day.
  perform private.admit(known, account, heard);
  if exists (
    select from public.voice_drop_likes where voice_drop_id = heard and user_id = account
  ) then
    perform private.count_act(account, heard, 'liked', is_done => true);
  end if;
  if part = 'end' then
    counted_as := private.count_act(account, heard, 'listened', is_done => true);
    if counted_as is not null then
      perform private.add_listener_to_hashtags(
        account, heard, case counted_as when 'new' then 0.5 else 1 end
      );
    end if;
  end if;
  return is_news;
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
