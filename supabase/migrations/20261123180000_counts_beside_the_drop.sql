-- What changes often stands beside the drop: a play, a like or a comment writes no row of
-- voice_drops, so that nobody is told of a changed drop, and its row is not copied each time.

-- No foreign key: its cascade would come before the trigger that takes the counts out of the sums.
create table private.voice_drop_counts (
  voice_drop_id uuid primary key,
  play_count bigint not null default 0,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  constraint voice_drop_counts_check check (
    play_count >= 0 and like_count >= 0 and comment_count >= 0
  )
)
-- Free space on the page allows heap-only updates, which touch no index.
with (fillfactor = 50);

comment on table private.voice_drop_counts is
  'Plays, likes and comments of each drop. Kept by triggers. Read as computed columns of voice_drops.';

insert into private.voice_drop_counts (voice_drop_id, play_count, like_count, comment_count)
select id, play_count, like_count, comment_count from public.voice_drops;

drop trigger count_drops on public.voice_drops;
drop function private.count_drops;
drop trigger total_plays on public.voice_drops;
drop function private.total_plays;
alter table public.voice_drops
  drop column play_count, drop column like_count, drop column comment_count;

-- Whoever reads a drop's row may read its counts: the schema is not exposed, and the functions below
-- take a row of voice_drops.
alter table private.voice_drop_counts enable row level security;
grant select (voice_drop_id, play_count, like_count, comment_count)
  on private.voice_drop_counts to anon, authenticated;
grant all on private.voice_drop_counts to service_role;

create policy "The counts of a drop are read with its row"
  on private.voice_drop_counts for select to anon, authenticated
  using (true);

-- Computed columns take a whole row, which needs the right to read all of its columns. The two that
-- were hidden tell nothing new: an audience follows from the drop and its account, and a flagged drop
-- is one that visitors no longer see.
grant select (audience, is_flagged) on public.voice_drops to anon, authenticated;

-- A statement that inserts a drop does not see its counts yet.

create function public.play_count(public.voice_drops) returns bigint
language sql stable
return coalesce(
  (select play_count from private.voice_drop_counts where voice_drop_id = $1.id), 0
);
comment on function public.play_count is 'How many times a drop was played.';

create function public.like_count(public.voice_drops) returns bigint
language sql stable
return coalesce(
  (select like_count from private.voice_drop_counts where voice_drop_id = $1.id), 0
);
comment on function public.like_count is 'How many people like a drop.';

create function public.comment_count(public.voice_drops) returns bigint
language sql stable
return coalesce(
  (select comment_count from private.voice_drop_counts where voice_drop_id = $1.id), 0
);
comment on function public.comment_count is 'How many comments a drop has, replies among them.';

revoke all on function public.play_count, public.like_count, public.comment_count from public;
grant execute on function public.play_count, public.like_count, public.comment_count
  to anon, authenticated, service_role;

-- All three at once, as a computed relationship: the planner makes a join of it, where each column is
-- a call for each row. The view is its row's type, and is read by nobody itself.
create view public.voice_drop_counts as
  select voice_drop_id, play_count, like_count, comment_count from private.voice_drop_counts;
comment on view public.voice_drop_counts is
  'The counts of drops, embedded in voice_drops as `counts`. The type alone: it cannot be read itself.';
revoke all on public.voice_drop_counts from anon, authenticated;
grant all on public.voice_drop_counts to service_role;

create function public.counts(public.voice_drops) returns setof public.voice_drop_counts
rows 1
language sql stable
begin atomic
  select voice_drop_id, play_count, like_count, comment_count
  from private.voice_drop_counts where voice_drop_id = $1.id;
end;
comment on function public.counts is 'Plays, likes and comments of a drop.';

revoke all on function public.counts from public;
grant execute on function public.counts to anon, authenticated, service_role;

-- The sums over drops, which are a profile's drops and likes, and all plays, change with a drop's
-- counts and with who sees it. Whoever changes either locks the counts first and reads the drop
-- afterwards, so that each sum is changed by what the other transaction has left. Everywhere the drop
-- is locked before its counts, and those before the sums of their owner.

create function private.keep_counts_of_drops() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  counts private.voice_drop_counts;
  drops int := 0;
  likes bigint := 0;
  plays bigint := 0;
begin
  if tg_op = 'INSERT' then
    insert into private.voice_drop_counts (voice_drop_id) values (new.id) returning * into counts;
  elsif tg_op = 'UPDATE' then
    select * into counts from private.voice_drop_counts where voice_drop_id = new.id
    for no key update;
  else
    delete from private.voice_drop_counts where voice_drop_id = old.id returning * into counts;
  end if;

  if tg_op <> 'DELETE' and not new.is_flagged then
    if new.privacy_level = 'public' then
      drops := drops + 1;
      likes := likes + counts.like_count;
    end if;
    if new.audience = 'public' then
      plays := plays + counts.play_count;
    end if;
  end if;
  if tg_op <> 'INSERT' and not old.is_flagged then
    if old.privacy_level = 'public' then
      drops := drops - 1;
      likes := likes - counts.like_count;
    end if;
    if old.audience = 'public' then
      plays := plays - counts.play_count;
    end if;
  end if;

  update public.profile_counts
  set drop_count = drop_count + drops, like_count = like_count + likes
  where user_id = coalesce(new.user_id, old.user_id) and (drops <> 0 or likes <> 0);
  if plays <> 0 then
    perform private.add_to_play_totals(plays);
  end if;
  return null;
end
$$;

-- By privacy_level as well, since a trigger before the update derives the audience from it.
create trigger keep_counts_of_drops
  after insert or update of privacy_level, audience, is_flagged or delete on public.voice_drops
  for each row execute function private.keep_counts_of_drops();

create function private.keep_sums_of_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  posted public.voice_drops;
begin
  select * into posted from public.voice_drops where id = new.voice_drop_id;
  if posted.is_flagged then
    return null;
  end if;
  if posted.privacy_level = 'public' and new.like_count <> old.like_count then
    update public.profile_counts set like_count = like_count + new.like_count - old.like_count
    where user_id = posted.user_id;
  end if;
  if posted.audience = 'public' and new.play_count <> old.play_count then
    perform private.add_to_play_totals(new.play_count - old.play_count);
  end if;
  return null;
end
$$;

create trigger keep_sums_of_counts
  after update of like_count, play_count on private.voice_drop_counts
  for each row execute function private.keep_sums_of_counts();

create or replace function private.count_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.voice_drop_counts set like_count = like_count + 1
  where voice_drop_id = new.voice_drop_id;
  return null;
end
$$;

create or replace function private.count_likes_taken_back() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.voice_drop_counts as counts set like_count = like_count - gone.likes
  from (
    select voice_drop_id, count(*) as likes from taken_back group by voice_drop_id
  ) as gone
  where counts.voice_drop_id = gone.voice_drop_id;
  return null;
end
$$;

create or replace function private.count_comments() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update private.voice_drop_counts set comment_count = comment_count + 1
    where voice_drop_id = new.voice_drop_id;
  else
    update private.voice_drop_counts set comment_count = comment_count - 1
    where voice_drop_id = old.voice_drop_id;
  end if;
  return null;
end
$$;

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

  delete from private.plays
  where (voice_drop_id, listener) in (
    select voice_drop_id, listener from private.plays
    where played_at <= minute_ago limit 100 for update skip locked
  );
  return true;
end
$$;

-- Locks what likes lock, too.
create or replace function private.lock_drops(drops uuid[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  locked uuid[] := array(
    select id from public.voice_drops where id = any (drops)
    order by id for no key update skip locked
  );
begin
  locked := array(
    select voice_drop_id from private.voice_drop_counts where voice_drop_id = any (locked)
    order by voice_drop_id for no key update skip locked
  );
  if cardinality(locked) = 0 then
    locked := array(
      select id from public.voice_drops where id = any (drops)
      order by id limit 1 for no key update
    );
    perform from private.voice_drop_counts where voice_drop_id = any (locked) for no key update;
  end if;
  perform from public.profile_counts
  where user_id in (select user_id from public.voice_drops where id = any (locked))
  order by user_id for no key update;
  return locked;
end
$$;

-- What pages are told of. Counts are copied here at most once a second for each drop; a page that
-- has heard of a change reads the counts once more when no other follows.

-- No foreign key: it would lock the drop after its counts. The row goes with the counts.
create table public.voice_drop_count_news (
  voice_drop_id uuid primary key,
  play_count bigint not null,
  like_count bigint not null,
  comment_count bigint not null,
  told_at timestamptz not null
)
with (fillfactor = 50);

comment on table public.voice_drop_count_news is
  'A drop''s counts as they were when they were last told, at most once a second. Those of now are columns of voice_drops.';

revoke all on public.voice_drop_count_news from anon, authenticated;
grant all on public.voice_drop_count_news to service_role;
grant select (voice_drop_id, play_count, like_count, comment_count, told_at)
  on public.voice_drop_count_news to anon, authenticated;

alter table public.voice_drop_count_news enable row level security;

create policy "Told counts ask for the second factor"
  on public.voice_drop_count_news as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Whoever sees a drop is told of its counts"
  on public.voice_drop_count_news for select to anon, authenticated
  using (exists (select from public.voice_drops where id = voice_drop_id));

create function private.tell_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  told_at constant timestamptz := clock_timestamp();
begin
  insert into public.voice_drop_count_news as news
    (voice_drop_id, play_count, like_count, comment_count, told_at)
  values (new.voice_drop_id, new.play_count, new.like_count, new.comment_count, told_at)
  on conflict (voice_drop_id) do update
  set play_count = excluded.play_count, like_count = excluded.like_count,
    comment_count = excluded.comment_count, told_at = excluded.told_at
  where news.told_at <= excluded.told_at - interval '1 second';
  return null;
end
$$;

create trigger tell_counts after update on private.voice_drop_counts
  for each row execute function private.tell_counts();

create function private.forget_told_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.voice_drop_count_news where voice_drop_id = old.voice_drop_id;
  return null;
end
$$;

create trigger forget_told_counts after delete on private.voice_drop_counts
  for each row execute function private.forget_told_counts();

alter publication supabase_realtime add table public.voice_drop_count_news;
