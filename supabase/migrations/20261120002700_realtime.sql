-- The tables whose changes clients can subscribe to. Row-level security applies to each change.
-- With the default replica identity, the change of a deleted row has only its id: policies can no
-- longer be evaluated on the row.

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

alter publication supabase_realtime add table
  public.voice_drops, public.notifications, public.live_drop_counts, public.nonpublic_drop_events;
