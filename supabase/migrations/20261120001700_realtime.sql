-- Changes that browsers can subscribe to. Row-level security applies to each.
-- The default replica identity is kept: of a deleted row only its id is told,
-- since nobody can say any more who was allowed to see the rest.

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

alter publication supabase_realtime add table public.voice_drops, public.notifications;
