-- Counts change often, so they have a table of their own: a play, a like or a comment does not write the
-- drop's row, which would be copied and sent to subscribers each time.

-- No foreign key: its cascade would run before the trigger that subtracts the counts from the sums.
create table private.voice_drop_counts (
  voice_drop_id uuid primary key,
  play_count bigint not null default 0,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  is_received boolean not null default false,
  constraint voice_drop_counts_check check (
    play_count >= 0 and like_count >= 0 and comment_count >= 0
  )
)
-- Free space on the page allows heap-only updates, which touch no index.
with (fillfactor = 50);

comment on table private.voice_drop_counts is
  'Plays, likes and comments of each drop. Maintained by triggers. Read as computed columns of voice_drops.';

comment on column private.voice_drop_counts.is_received is
  'Whether somebody other than the owner has ever played the drop or commented on it.';

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
-- that it sees what a concurrent transaction has committed.
--
-- Many people change the same counts, and a client chooses the order of the rows that it writes. Counts
-- are therefore changed once for each statement, after its rows were written, and locked in one order,
-- which is the same everywhere: drops, their ranks, their counts, the sums of their owners, hashtags; of
-- each kind by id. Triggers of one event run in the order of their names.

-- What drops add to the sums of an owner.
create type private.count_sums as (user_id uuid, drops bigint, likes bigint, plays bigint);

create function private.add_to_sums(changes private.count_sums[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  change private.count_sums;
  all_plays bigint := 0;
begin
  for change in
    select user_id, sum(drops), sum(likes), sum(plays) from unnest(changes)
    group by user_id order by user_id
  loop
    update public.profile_counts
    set drop_count = drop_count + change.drops, like_count = like_count + change.likes
    where user_id = change.user_id and (change.drops <> 0 or change.likes <> 0);
    all_plays := all_plays + change.plays;
  end loop;
  if all_plays <> 0 then
    perform private.add_to_play_totals(all_plays);
  end if;
end
$$;

create function private.sums_of(drop_row public.voice_drops, sign int)
returns private.count_sums
language sql stable
set search_path = ''
as $$
  select
    drop_row.user_id,
    case when is_counted and drop_row.privacy_level = 'public' then sign else 0 end,
    case when is_counted and drop_row.privacy_level = 'public' then sign * like_count else 0 end,
    case when is_counted and drop_row.audience = 'public' then sign * play_count else 0 end
  from private.voice_drop_counts, lateral (
    values (not drop_row.is_flagged and drop_row.audience <> 'private')
  ) as seen (is_counted)
  where voice_drop_id = drop_row.id
$$;
comment on function private.sums_of is
  'What a drop adds to the sums if the sign is 1, and the opposite if it is -1. Its counts must be locked.';

create function private.lock_counts(drops uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from private.voice_drop_counts where voice_drop_id = any (drops)
  order by voice_drop_id for no key update;
end
$$;

create function private.maintain_drop_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    insert into private.voice_drop_counts (voice_drop_id) select id from new_rows;
    perform private.add_to_sums(array(
      select private.sums_of(new_row, 1) from new_rows as new_row
    ));
  elsif tg_op = 'UPDATE' then
    changed := array(
      select id from old_rows as old_row join new_rows as new_row using (id)
      where (old_row.privacy_level, old_row.audience, old_row.is_flagged)
        <> (new_row.privacy_level, new_row.audience, new_row.is_flagged)
    );
    if changed <> '{}' then
      perform private.lock_counts(changed);
      perform private.add_to_sums(array(
        select private.sums_of(old_row, -1) from old_rows as old_row where id = any (changed)
        union all
        select private.sums_of(new_row, 1) from new_rows as new_row where id = any (changed)
      ));
    end if;
  else
    changed := array(select id from old_rows);
    perform private.lock_counts(changed);
    perform private.add_to_sums(array(
      select private.sums_of(old_row, -1) from old_rows as old_row
    ));
    delete from private.voice_drop_counts where voice_drop_id = any (changed);
  end if;
  return null;
end
$$;

create trigger update_counts_on_insert after insert on public.voice_drops
  referencing new table as new_rows
  for each statement execute function private.maintain_drop_counts();
create trigger update_counts_on_update after update on public.voice_drops
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.maintain_drop_counts();
create trigger update_counts_on_delete after delete on public.voice_drops
  referencing old table as old_rows
  for each statement execute function private.maintain_drop_counts();

create function private.maintain_count_sums() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.add_to_sums(array(
    select row(
      posted.user_id,
      0,
      case posted.privacy_level
        when 'public' then new_row.like_count - old_row.like_count else 0 end,
      case posted.audience
        when 'public' then new_row.play_count - old_row.play_count else 0 end
    )::private.count_sums
    from old_rows as old_row
    join new_rows as new_row using (voice_drop_id)
    join public.voice_drops as posted on posted.id = voice_drop_id
    where not posted.is_flagged and posted.audience <> 'private'
      and (new_row.like_count, new_row.play_count) <> (old_row.like_count, old_row.play_count)
  ));
  return null;
end
$$;

create trigger maintain_count_sums after update on private.voice_drop_counts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.maintain_count_sums();

-- The argument names what is counted: likes or comments.
create function private.update_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  drops uuid[];
  step constant int := case tg_op when 'INSERT' then 1 else -1 end;
  likes constant int := case tg_argv[0] when 'likes' then step else 0 end;
  comments constant int := case tg_argv[0] when 'comments' then step else 0 end;
begin
  if comments <> 0 then
    -- Those that staff have removed are not counted any more.
    drops := array(select voice_drop_id from changed where moderation = 'none');
  else
    drops := array(select voice_drop_id from changed);
  end if;
  if cardinality(drops) > 1 then
    perform private.lock_counts(drops);
  end if;
  update private.voice_drop_counts as counts
  set like_count = like_count + likes * written.number,
    comment_count = comment_count + comments * written.number,
    is_received = is_received or comments > 0 and exists (
      select from changed
      join public.voice_drops as answered on answered.id = changed.voice_drop_id
      where answered.id = counts.voice_drop_id and answered.user_id <> changed.user_id
    )
  from (
    select voice_drop_id, count(*) as number from unnest(drops) as voice_drop_id group by voice_drop_id
  ) as written
  where counts.voice_drop_id = written.voice_drop_id;
  return null;
end
$$;
