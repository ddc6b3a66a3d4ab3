-- Events of drops for live lists. Events of public drops are broadcast: the policy is evaluated once,
-- when a client joins the topic, and not for each client at each change. An event has only the drop's id
-- and its time of posting, since people that the drop's owner has blocked receive it too; a client reads
-- the drop itself with its own rights. A statement that changes many drops sends their ids together.
--
-- Changes of a drop within a second are sent once, at the first of them: a client reads the drop later than
-- that (`CHANGES_MS` in the web app's live-drops.ts).

create policy "Everyone may receive events of public drops"
  on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'drops');

-- Events of other drops are changes of this table, whose policy lets only those receive them who can see
-- the drop. No foreign key, for the same reason as at live_drop_counts.
create table public.nonpublic_drop_events (
  -- The key that is published when a row is deleted, to every subscriber: it says nothing about the drop.
  id uuid primary key default gen_random_uuid(),
  voice_drop_id uuid not null,
  event text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null default now(),
  constraint nonpublic_drop_events_voice_drop_id_key unique (voice_drop_id),
  constraint nonpublic_drop_events_event_check check (event in ('posted', 'changed'))
);

comment on table public.nonpublic_drop_events is
  'The latest event of each drop that visitors cannot see.';
comment on column public.nonpublic_drop_events.created_at is 'When the drop was posted.';

grant select (id, voice_drop_id, event, created_at, sent_at)
  on public.nonpublic_drop_events to authenticated;

alter table public.nonpublic_drop_events enable row level security;

create policy "People may receive events of nonpublic drops that they can see"
  on public.nonpublic_drop_events for select to authenticated
  using (exists (select from public.voice_drops where id = voice_drop_id));

-- Unlogged: after a crash, a change may be sent twice within a second. No foreign key, for the same reason
-- as at live_drop_counts.
create unlogged table private.sent_drop_changes (
  voice_drop_id uuid primary key,
  sent_at timestamptz not null
);
comment on table private.sent_drop_changes is
  'When changes of public drops were last sent, for a minute.';
create index sent_drop_changes_sent_at_idx on private.sent_drop_changes (sent_at);
alter table private.sent_drop_changes enable row level security;

create function private.send_drop_event(event text, ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  for start in 1 .. cardinality(ids) by 500 loop
    perform realtime.send(jsonb_build_object('ids', ids[start : start + 499]), event, 'drops');
  end loop;
end
$$;
comment on function private.send_drop_event is
  'Sends the ids of drops to the topic of public drops, up to 500 in each message.';

create function private.send_posted_drops() returns trigger
language plpgsql security definer
-- Times are sent in UTC, as REST returns them, and stored in UTC, as Realtime reads them.
set search_path = '' set timezone = 'UTC'
as $$
begin
  perform realtime.send(
    jsonb_build_object('id', id, 'created_at', created_at), 'posted', 'drops'
  )
  from new_rows where audience = 'public' and not is_flagged;
  insert into public.nonpublic_drop_events (voice_drop_id, event, created_at)
  select id, 'posted', created_at from new_rows where audience <> 'public' or is_flagged;
  return null;
end
$$;

create function private.send_changed_drops() returns trigger
language plpgsql security definer
set search_path = '' set timezone = 'UTC'
as $$
declare
  changed uuid[];
  due uuid[];
begin
  changed := array(
    select id from old_rows join new_rows using (id)
    where (old_rows.audience = 'public' and not old_rows.is_flagged
        or new_rows.audience = 'public' and not new_rows.is_flagged)
      and (old_rows.title, old_rows.hashtags, old_rows.privacy_level, old_rows.audience, old_rows.is_flagged)
        is distinct from
        (new_rows.title, new_rows.hashtags, new_rows.privacy_level, new_rows.audience, new_rows.is_flagged)
    order by id
  );
  if changed <> '{}' then
    with sent as (
      insert into private.sent_drop_changes as earlier (voice_drop_id, sent_at)
      select id, clock_timestamp() from unnest(changed) as id
      on conflict (voice_drop_id) do update set sent_at = excluded.sent_at
      where earlier.sent_at <= excluded.sent_at - interval '1 second'
      returning voice_drop_id
    )
    select array_agg(voice_drop_id) into due from sent;
    if cardinality(due) = 1 then
      perform realtime.send(
        jsonb_build_object('id', id, 'created_at', created_at), 'changed', 'drops'
      )
      from new_rows where id = due[1];
    elsif due is not null then
      perform private.send_drop_event('changed', due);
    end if;
    delete from private.sent_drop_changes where voice_drop_id = any (array(
      select voice_drop_id from private.sent_drop_changes
      where sent_at <= now() - interval '1 minute' limit 100 for update skip locked
    ));
  end if;

  insert into public.nonpublic_drop_events (voice_drop_id, event, created_at)
  select id, 'changed', new_rows.created_at
  from old_rows join new_rows using (id)
  where (new_rows.audience <> 'public' or new_rows.is_flagged)
    and (old_rows.title, old_rows.hashtags, old_rows.privacy_level, old_rows.audience, old_rows.is_flagged)
      is distinct from
      (new_rows.title, new_rows.hashtags, new_rows.privacy_level, new_rows.audience, new_rows.is_flagged)
  order by id
  -- Each time, since those who may receive it can be others than before.
  on conflict (voice_drop_id) do update set event = excluded.event, sent_at = excluded.sent_at;
  return null;
end
$$;

create function private.send_deleted_drops() returns trigger
language plpgsql security definer
set search_path = '' set timezone = 'UTC'
as $$
declare
  deleted constant uuid[] := array(
    -- The id of a drop that was not public is sent to nobody: visitors never saw it.
    select id from old_rows where audience = 'public' and not is_flagged order by id
  );
begin
  if cardinality(deleted) = 1 then
    perform realtime.send(jsonb_build_object('id', deleted[1]), 'deleted', 'drops');
  else
    perform private.send_drop_event('deleted', deleted);
  end if;
  delete from public.nonpublic_drop_events
  where voice_drop_id in (select id from old_rows);
  return null;
end
$$;

create trigger send_posted_drops after insert on public.voice_drops
  referencing new table as new_rows
  for each statement execute function private.send_posted_drops();
create trigger send_changed_drops after update on public.voice_drops
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.send_changed_drops();
create trigger send_deleted_drops after delete on public.voice_drops
  referencing old table as old_rows
  for each statement execute function private.send_deleted_drops();
