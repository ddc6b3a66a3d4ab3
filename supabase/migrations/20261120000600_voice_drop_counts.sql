-- Counts change often, so they have a table of their own: a play, a like or a comment does not write the
-- drop's row, which would be copied and sent to subscribers each time.

-- No foreign key: its cascade would run before the trigger that subtracts the counts from the sums.
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
  'Plays, likes and comments of each drop. Maintained by triggers. Read as computed columns of voice_drops.';

-- The API does not expose the schema, and the functions below take a row of voice_drops, so that only
-- the counts of drops that the caller can see are read.
alter table private.voice_drop_counts enable row level security;
grant select (voice_drop_id, play_count, like_count, comment_count)
  on private.voice_drop_counts to anon, authenticated;
grant all on private.voice_drop_counts to service_role;

create policy "People and visitors can read the counts of every drop"
  on private.voice_drop_counts for select to anon, authenticated
  using (true);

-- Zero when there is no row: a statement that inserts a drop does not see its counts yet.

create function public.play_count(public.voice_drops) returns bigint
language sql stable
return coalesce(
  (select play_count from private.voice_drop_counts where voice_drop_id = $1.id), 0
);
comment on function public.play_count is 'Number of plays of a drop.';

create function public.like_count(public.voice_drops) returns bigint
language sql stable
return coalesce(
  (select like_count from private.voice_drop_counts where voice_drop_id = $1.id), 0
);
comment on function public.like_count is 'Number of accounts that like a drop.';

create function public.comment_count(public.voice_drops) returns bigint
language sql stable
return coalesce(
  (select comment_count from private.voice_drop_counts where voice_drop_id = $1.id), 0
);
comment on function public.comment_count is 'Number of comments on a drop, including replies.';

grant execute on function public.play_count, public.like_count, public.comment_count
  to anon, authenticated, service_role;

-- All three counts as a computed relationship, which the planner turns into a join; a computed column is
-- a function call for each row. The view only defines the row type and is not readable.
create view public.voice_drop_counts as
  select voice_drop_id, play_count, like_count, comment_count from private.voice_drop_counts;
comment on view public.voice_drop_counts is
  'The row type of the counts that are embedded in voice_drops as `counts`. The view itself cannot be read.';

create function public.counts(public.voice_drops) returns setof public.voice_drop_counts
rows 1
language sql stable
begin atomic
  select voice_drop_id, play_count, like_count, comment_count
  from private.voice_drop_counts where voice_drop_id = $1.id;
end;
comment on function public.counts is 'Plays, likes and comments of a drop.';

grant execute on function public.counts to anon, authenticated, service_role;

-- Sums over drops (a profile's drops and likes, and all plays) depend on the drop's counts and on who
-- can see it. A transaction that changes either one first locks the counts and then reads the drop, so
-- that it sees what a concurrent transaction has committed. The order of locks is the same everywhere:
-- the drop, its counts, the sums of its owner.

create function private.maintain_drop_counts() returns trigger
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

-- Fires on privacy_level too, since a trigger before the update derives the audience from it.
create trigger maintain_drop_counts
  after insert or update of privacy_level, audience, is_flagged or delete on public.voice_drops
  for each row execute function private.maintain_drop_counts();

create function private.maintain_count_sums() returns trigger
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

create trigger maintain_count_sums
  after update of like_count, play_count on private.voice_drop_counts
  for each row execute function private.maintain_count_sums();
