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
-- the drop, or could see it until the event. No foreign key, for the same reason as at live_drop_counts.
create table public.nonpublic_drop_events (
  -- The key that is published when a row is deleted, to every subscriber: it says nothing about the drop.
  id uuid primary key default gen_random_uuid(),
  voice_drop_id uuid not null,
  event text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null default now(),
  author_id uuid not null,
  lost_at timestamptz,
  former_audience text,
  was_flagged boolean,
  constraint nonpublic_drop_events_voice_drop_id_key unique (voice_drop_id),
  constraint nonpublic_drop_events_event_check check (event in ('posted', 'changed', 'deleted'))
);

comment on table public.nonpublic_drop_events is
  'The latest event of each drop that visitors cannot see. That of a deleted drop is removed after a minute, with a later event.';
comment on column public.nonpublic_drop_events.created_at is 'When the drop was posted.';
comment on column public.nonpublic_drop_events.lost_at is
  'When the drop was deleted or last changed its audience. People of the former audience receive the event for a minute.';

create index nonpublic_drop_events_deleted_idx
  on public.nonpublic_drop_events (sent_at) where event = 'deleted';

grant select (id, voice_drop_id, event, created_at, sent_at)
  on public.nonpublic_drop_events to authenticated;

alter table public.nonpublic_drop_events enable row level security;

create policy "People receive events of drops that they see or just saw"
  on public.nonpublic_drop_events for select to authenticated
  using (
    author_id = (select auth.uid())
    or exists (select from public.voice_drops where id = voice_drop_id)
    or (
      lost_at > now() - interval '1 minute'
      and private.is_visible(
        former_audience,
        was_flagged,
        follows_owner => private.is_following(author_id),
        is_across_block => author_id = any ((select private.hidden_ids())::uuid[]),
        hides_flagged => (select private.blocks_inappropriate())
      )
    )
  );

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

create function private.is_public(voice_drop public.voice_drops) returns boolean
language sql immutable
return (voice_drop).audience = 'public' and not (voice_drop).is_flagged;
comment on function private.is_public is 'Whether visitors see the drop.';

create function private.looks_alike(one public.voice_drops, other public.voice_drops) returns boolean
language sql immutable
return (
  ((one).title, (one).hashtags, (one).privacy_level, (one).is_sensitive, (one).audience, (one).is_flagged)
    is not distinct from
    ((other).title, (other).hashtags, (other).privacy_level, (other).is_sensitive, (other).audience, (other).is_flagged)
);
comment on function private.looks_alike is
  'Whether two states of a drop are the same in all that others see and that can change.';

-- Beyond the account's limit of news, nothing is sent: pages find the change when they read their lists again.
create function private.send_drop_event(event text, ids uuid[], created_at timestamptz default null)
returns void
language plpgsql
-- Times are sent in UTC, as REST returns them.
set search_path = '' set timezone = 'UTC'
as $$
declare
  size constant int := 500;
  number constant int := cardinality(ids);
begin
  if number = 0 or private.count_acts('news', ceil(number::float8 / size)::int) is not null then
    return;
  elsif number = 1 then
    perform realtime.send(
      jsonb_strip_nulls(jsonb_build_object('id', ids[1], 'created_at', created_at)), event, 'drops'
    );
    return;
  end if;
  for start in 1 .. number by size loop
    perform realtime.send(
      jsonb_build_object('ids', ids[start : start + size - 1]), event, 'drops'
    );
  end loop;
end
$$;
comment on function private.send_drop_event is
  'Sends the ids of drops to the topic of public drops, up to 500 in each message; that of one drop with its time of posting.';

-- A former audience is kept for a minute, unless nobody but the owner lost the drop: its people may not have
-- received that event yet.
create function private.store_drop_events(event text, drops public.voice_drops[], has_lost boolean)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if cardinality(drops) = 0 then
    return;
  end if;
  if private.count_acts('news', cardinality(drops)) is null then
    insert into public.nonpublic_drop_events as latest
      (voice_drop_id, event, created_at, sent_at, author_id, lost_at, former_audience, was_flagged)
    select id, store_drop_events.event, created_at, clock_timestamp(), user_id,
      case when has_lost then clock_timestamp() end, audience, is_flagged
    from unnest(drops)
    order by id
    on conflict (voice_drop_id) do update
    set event = excluded.event, sent_at = excluded.sent_at,
      (lost_at, former_audience, was_flagged) = (
        select lost.lost_at, lost.former_audience, lost.was_flagged
        from (values
          (latest.lost_at, latest.former_audience, latest.was_flagged),
          (excluded.lost_at, excluded.former_audience, excluded.was_flagged)
        ) as lost (lost_at, former_audience, was_flagged)
        order by lost.lost_at > clock_timestamp() - interval '1 minute' desc nulls last,
          lost.former_audience = 'private', lost.lost_at
        limit 1
      );
  elsif event = 'deleted' then
    delete from public.nonpublic_drop_events
    where voice_drop_id in (select id from unnest(drops));
  end if;
  delete from public.nonpublic_drop_events where voice_drop_id = any (array(
    select voice_drop_id from public.nonpublic_drop_events as old_event
    where old_event.event = 'deleted' and sent_at <= now() - interval '1 minute'
    limit 100 for update skip locked
  ));
end
$$;
comment on function private.store_drop_events is
  'Stores an event of drops that visitors cannot see, as they were before it. has_lost: whether some people cannot see them any more.';

create function private.send_posted_drops() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.send_drop_event('posted', array_agg(id), min(created_at))
  from new_rows as new_row where private.is_public(new_row) having count(*) > 0;
  perform private.store_drop_events('posted', array(
    select new_row::public.voice_drops from new_rows as new_row where not private.is_public(new_row)
  ), false);
  return null;
end
$$;

create function private.send_changed_drops() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed constant uuid[] := array(
    select new_row.id from old_rows as old_row join new_rows as new_row using (id)
    where not private.looks_alike(old_row, new_row)
  );
  sent_to_all uuid[];
  due uuid[];
begin
  if changed = '{}' then
    return null;
  end if;
  sent_to_all := array(
    select id from old_rows as old_row where id = any (changed) and private.is_public(old_row)
    union
    select id from new_rows as new_row where id = any (changed) and private.is_public(new_row)
    order by id
  );
  if sent_to_all <> '{}' then
    with sent as (
      insert into private.sent_drop_changes as earlier (voice_drop_id, sent_at)
      select id, clock_timestamp() from unnest(sent_to_all) as id
      on conflict (voice_drop_id) do update set sent_at = excluded.sent_at
      where earlier.sent_at <= excluded.sent_at - interval '1 second'
      returning voice_drop_id
    )
    select array_agg(voice_drop_id) into due from sent;
    if due is not null then
      perform private.send_drop_event('changed', due, created_at) from new_rows where id = due[1];
    end if;
    delete from private.sent_drop_changes where voice_drop_id = any (array(
      select voice_drop_id from private.sent_drop_changes
      where sent_at <= now() - interval '1 minute' limit 100 for update skip locked
    ));
  end if;

  -- Each time, since those who may receive an event can be others than before.
  perform private.store_drop_events('changed', array_agg(old_row::public.voice_drops), has_lost)
  from old_rows as old_row
  join new_rows as new_row using (id),
    lateral (values (
      (old_row.audience, old_row.is_flagged) <> (new_row.audience, new_row.is_flagged)
    )) as audience (has_lost)
  where old_row.id = any (changed) and old_row.id <> all (sent_to_all)
  group by has_lost;
  return null;
end
$$;

create function private.send_deleted_drops() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  -- Those that visitors did not see, unless their author is deleted with them.
  nonpublic constant public.voice_drops[] := array(
    select old_row::public.voice_drops from old_rows as old_row
    where not private.is_public(old_row)
      and exists (select from public.profiles where user_id = old_row.user_id)
  );
begin
  perform private.send_drop_event('deleted', array_agg(id order by id))
  from old_rows as old_row where private.is_public(old_row) having count(*) > 0;
  delete from public.nonpublic_drop_events
  where voice_drop_id in (select id from old_rows)
    and voice_drop_id not in (select id from unnest(nonpublic));
  perform private.store_drop_events('deleted', nonpublic, true);
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

-- An event names its author. Those of the author's other drops were deleted with the drops.
create function private.delete_account_drop_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.nonpublic_drop_events where event = 'deleted' and author_id = old.user_id;
  return null;
end
$$;

create trigger delete_account_drop_events after delete on public.profiles
  for each row execute function private.delete_account_drop_events();
