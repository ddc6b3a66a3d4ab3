-- The tables whose changes clients can subscribe to. Row-level security applies to each change.
-- With the default replica identity, the change of a deleted row has only its key, which everyone receives:
-- policies can no longer be evaluated on the row. So the key of a private drop that is deleted becomes
-- known, and that of a notification. The protocol cannot avoid it: publications have no deletions for
-- some tables only, and one for public rows would keep private drops from their owners and followers.

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

alter publication supabase_realtime add table
  public.voice_drops, public.notifications, public.live_drop_counts, public.nonpublic_drop_events;
