-- The two numbers of today's activity in the sidebar. Neither reads every drop: today's drops are counted
-- by an index, and the number of all plays is a maintained sum.

-- A play updates a row that no other transaction has locked, or inserts one: plays never wait for each
-- other, and the number of rows is the largest number of concurrent plays so far.
create table private.play_totals (
  id bigint generated always as identity primary key,
  plays bigint not null
)
with (fillfactor = 10);

comment on table private.play_totals is
  'Summands of the number of plays of all drops that visitors see. Only their sum has a meaning.';

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

create function public.today_stats(local_midnight timestamptz)
returns table (new_drops bigint, total_plays bigint)
language sql stable security definer
-- The plan is made for an unknown midnight, which is estimated as a third of all drops: without the
-- setting, parallel workers would start for a few hundred rows.
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
comment on function public.today_stats is
  'Drops since the caller''s local midnight, and plays ever, of the drops that visitors see. One row.';
grant execute on function public.today_stats to anon, authenticated, service_role;
