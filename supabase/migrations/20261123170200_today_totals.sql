-- Today's activity without reading every drop: the day's drops by an index of their own, and the plays
-- ever as a kept sum.

create index voice_drops_public_created_at_idx
  on public.voice_drops (created_at desc, id desc) where audience = 'public' and not is_flagged;

-- A play takes a row that no other transaction has locked, and makes one if there is none: plays
-- never wait for each other, and there are as many rows as there ever were plays at the same time.
create table private.play_totals (
  id bigint generated always as identity primary key,
  plays bigint not null
)
with (fillfactor = 10);

comment on table private.play_totals is
  'Parts of the number of plays of all drops that visitors see. Only their sum has a meaning.';

alter table private.play_totals enable row level security;

create function private.add_to_play_totals(change bigint) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.play_totals set plays = plays + change
  where id = (select id from private.play_totals limit 1 for no key update skip locked);
  if not found then
    insert into private.play_totals (plays) values (change);
  end if;
end
$$;
comment on function private.add_to_play_totals is 'Adds to the number of plays of all drops that visitors see.';

create function private.total_plays() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  change bigint := 0;
begin
  if tg_op <> 'DELETE' and new.audience = 'public' and not new.is_flagged then
    change := change + new.play_count;
  end if;
  if tg_op <> 'INSERT' and old.audience = 'public' and not old.is_flagged then
    change := change - old.play_count;
  end if;
  if change <> 0 then
    perform private.add_to_play_totals(change);
  end if;
  return null;
end
$$;

-- By privacy_level as well, since a trigger before the update derives the audience from it.
create trigger total_plays
  after insert or update of play_count, privacy_level, audience, is_flagged or delete
  on public.voice_drops
  for each row execute function private.total_plays();

insert into private.play_totals (plays)
select coalesce(sum(play_count), 0) from public.voice_drops
where audience = 'public' and not is_flagged;

create or replace function public.today_stats(local_midnight timestamptz)
returns table (new_drops bigint, total_plays bigint)
language sql stable security definer
-- The plan is made for any midnight, a third of all drops: workers would be started for some hundreds.
set search_path = '' set max_parallel_workers_per_gather = 0
as $$
  select
    (
      select count(*) from public.voice_drops
      where audience = 'public' and not is_flagged
        -- Local midnight is never earlier than this, in any time zone.
        and created_at >= greatest(local_midnight, now() - interval '25 hours')
    ),
    (select coalesce(sum(plays), 0)::bigint from private.play_totals)
$$;
