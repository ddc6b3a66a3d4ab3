-- Plays are counted at most once a minute per listener and drop.

-- Unlogged: after a crash empties the table, a play may be counted twice within a minute.
create unlogged table private.plays (
  voice_drop_id uuid not null references public.voice_drops (id) on delete cascade,
  listener text not null,
  is_visitor boolean not null,
  played_at timestamptz not null default now(),
  primary key (voice_drop_id, listener)
);

comment on table private.plays is
  'Plays of the last minute, by listener. A job deletes older rows every hour: no listening history is stored.';
comment on column private.plays.listener is
  'The account; for a visitor a salted hash of the network address, which is not stored.';

create index plays_played_at_idx on private.plays (played_at);

create table private.listener_salt (
  salt text not null default gen_random_uuid()
);
create unique index listener_salt_is_one_row on private.listener_salt ((true));
insert into private.listener_salt default values;

comment on table private.listener_salt is
  'Keeps a visitor''s hash from being turned back into an address. One row.';

alter table private.plays enable row level security;
alter table private.listener_salt enable row level security;

-- Visitors are identified by the request's network address, which can be forged where no trusted
-- proxy sets it. At most 60 visitors' plays of a drop are therefore counted per minute. Visitors
-- without an address count as one listener.
create function private.visitor_key() returns text
language sql stable
set search_path = ''
as $$
  select encode(
    sha256(convert_to(
      salt || coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for', ''), 'UTF8'
    )),
    'hex'
  )
  from
    private.listener_salt,
    coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}') as headers
$$;

create function private.count_play(played uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  minute_ago constant timestamptz := now() - interval '60 seconds';
  owner uuid;
begin
  -- People who are suspended listen, but change no count.
  if not private.may_write() then
    return false;
  end if;
  -- Somebody may have deleted the drop since the caller checked it.
  select user_id into owner from public.voice_drops where id = played for key share;
  if not found then
    return false;
  end if;
  if account is null and (
    select count(*) >= 60 from private.plays
    where voice_drop_id = played and is_visitor and played_at > minute_ago
  ) then
    return false;
  end if;

  insert into private.plays as play (voice_drop_id, listener, is_visitor)
  values (played, coalesce(account::text, private.visitor_key()), account is null)
  on conflict (voice_drop_id, listener) do update set played_at = now()
    where play.played_at <= minute_ago;
  if not found then
    return false;
  end if;

  if account is not null then
    perform private.start_listening(account, played);
  end if;
  -- Last, since other plays, likes and comments wait for the row.
  update private.voice_drop_counts
  set play_count = play_count + 1,
    is_received = is_received or account is distinct from owner
  where voice_drop_id = played;
  return true;
end
$$;
comment on function private.count_play is 'Counts a play of a drop. The caller must have checked that it may be seen.';
grant execute on function private.count_play to anon, authenticated, service_role;

-- Deletes an account's plays at once, instead of when the next play is counted.
create function private.delete_account_plays() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.plays where listener = old.user_id::text;
  return null;
end
$$;

create trigger delete_account_plays after delete on public.profiles
  for each row execute function private.delete_account_plays();

create function public.add_play(voice_drop_id uuid) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- Runs as the caller, whose policies decide whether there is such a drop.
  if not exists (
    select from public.voice_drops as played where played.id = add_play.voice_drop_id
  ) then
    return false;
  end if;
  return private.count_play(add_play.voice_drop_id);
end
$$;
comment on function public.add_play is
  'Adds a play to a drop that the caller may see. False when nothing was counted: there is no such drop, or the same listener played it within the last minute.';
grant execute on function public.add_play to anon, authenticated, service_role;
