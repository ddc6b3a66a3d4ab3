-- Events of drops for live lists. Events of public drops are broadcast: the policy is evaluated once,
-- when a client joins the topic, and not for each client at each change. An event has only the drop's id
-- and its time of posting, since people that the drop's owner has blocked receive it too; a client reads
-- the drop itself with its own rights.

create policy "Everyone may receive events of public drops"
  on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'drops');

-- Events of other drops are changes of this table, whose policy lets only those receive them who can see
-- the drop. No foreign key, for the same reason as at live_drop_counts.
create table public.nonpublic_drop_events (
  voice_drop_id uuid primary key,
  event text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null default now(),
  constraint nonpublic_drop_events_event_check check (event in ('posted', 'changed'))
);

comment on table public.nonpublic_drop_events is
  'The latest event of each drop that visitors cannot see.';
comment on column public.nonpublic_drop_events.created_at is 'When the drop was posted.';

grant select (voice_drop_id, event, created_at, sent_at)
  on public.nonpublic_drop_events to authenticated;

alter table public.nonpublic_drop_events enable row level security;

create policy "People may receive events of nonpublic drops that they can see"
  on public.nonpublic_drop_events for select to authenticated
  using (exists (select from public.voice_drops where id = voice_drop_id));

create function private.send_drop_events() returns trigger
language plpgsql security definer
-- Times are sent in UTC, as REST returns them.
set search_path = '' set timezone = 'UTC'
as $$
declare
  event_name constant text := case tg_op when 'INSERT' then 'posted' else 'changed' end;
  was_public constant boolean :=
    tg_op = 'UPDATE' and old.audience = 'public' and not old.is_flagged;
  is_public constant boolean :=
    tg_op <> 'DELETE' and new.audience = 'public' and not new.is_flagged;
begin
  if tg_op = 'DELETE' then
    -- Also for a drop that was not public: the event has only an id, which no longer exists.
    perform realtime.send(jsonb_build_object('id', old.id), 'deleted', 'drops');
    delete from public.nonpublic_drop_events where voice_drop_id = old.id;
    return null;
  end if;
  if tg_op = 'UPDATE'
    and (old.title, old.hashtags, old.privacy_level, old.audience, old.is_flagged)
      is not distinct from (new.title, new.hashtags, new.privacy_level, new.audience, new.is_flagged)
  then
    return null;
  end if;
  if is_public or was_public then
    perform realtime.send(
      jsonb_build_object('id', new.id, 'created_at', new.created_at), event_name, 'drops'
    );
  end if;
  if not is_public then
    insert into public.nonpublic_drop_events (voice_drop_id, event, created_at)
    values (new.id, event_name, new.created_at)
    on conflict (voice_drop_id) do update set event = excluded.event, sent_at = now();
  end if;
  return null;
end
$$;

-- Fires on privacy_level too, since a trigger before the update derives the audience from it.
create trigger send_drop_events
  after insert or update of title, hashtags, privacy_level, audience, is_flagged or delete
  on public.voice_drops
  for each row execute function private.send_drop_events();
