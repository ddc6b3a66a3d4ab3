-- The two numbers of today's activity in the sidebar.

create function public.today_stats(local_midnight timestamptz)
returns table (new_drops bigint, total_plays bigint)
language sql stable security definer
set search_path = ''
as $$
  select
    -- Local midnight is never earlier than this, in any time zone.
    count(*) filter (
      where created_at >= greatest(local_midnight, now() - interval '25 hours')
    ),
    coalesce(sum(play_count), 0)::bigint
  from public.voice_drops
  where audience = 'public' and not is_flagged
$$;
comment on function public.today_stats is
  'Drops since the caller''s local midnight, and plays ever, of the drops that visitors see. One row.';
revoke all on function public.today_stats from public;
grant execute on function public.today_stats to anon, authenticated, service_role;
