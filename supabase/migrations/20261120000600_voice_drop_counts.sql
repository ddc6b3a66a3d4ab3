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

-- Whoever reads a drop's row may read its counts: the schema is not exposed, and the functions below
-- take a row of voice_drops.
alter table private.voice_drop_counts enable row level security;
grant select (voice_drop_id, play_count, like_count, comment_count)
  on private.voice_drop_counts to anon, authenticated;
grant all on private.voice_drop_counts to service_role;

create policy "The counts of a drop are read with its row"
  on private.voice_drop_counts for select to anon, authenticated
  using (true);

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
