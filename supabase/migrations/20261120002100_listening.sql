create function private.start_listening(account uuid, played uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  known private.counted_acts;
begin
  if exists (select from public.voice_drops where id = played and user_id = account) then
    return;
  end if;
  known := private.note_acts(account, played);
  if known.started_at is null then
    update private.counted_acts set started_at = now() where key = known.key;
  end if;
end
$$;
comment on function private.start_listening is
  'Notes that an account plays a drop, unless it is its own.';

create function private.note_listening(heard uuid, part text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  -- The player's fastest speed is 2; the rest is for clocks and networks.
  fastest constant double precision := 2.5;
  known private.counted_acts;
  is_news boolean;
  length double precision;
  author uuid;
  counted_as text;
begin
  select * into known from private.counted_acts
  where key = any (private.keys_of(account, heard)) and started_at is not null for update;
  if not found then
    return false;
  end if;
  is_news := case part when 'half' then not known.heard_half else not known.heard_end end;
  select duration, user_id into strict length, author from public.voice_drops where id = heard;
  if is_news then
    if now() < known.started_at
      + make_interval(secs => case part when 'half' then length / 2 else length end / fastest)
    then
      return false;
    end if;
    update private.counted_acts set heard_half = true, heard_end = known.heard_end or part = 'end'
    where key = known.key;
  end if;
  -- Also when it was heard before: another drop of the same author may have counted that day.
  perform private.admit(known, account, heard);
  -- A like of before what is known here may have been counted when it was given.
  if exists (
    select from public.voice_drop_likes
    where voice_drop_id = heard
      and user_id = account
      and created_at >= known.day::timestamp at time zone 'UTC'
  ) and private.answers_first(account, 'liked', author) then
    perform private.count_act(account, heard, 'liked', is_done => true);
  end if;
  if part = 'end' then
    counted_as := private.count_act(account, heard, 'listened', is_done => true);
    if counted_as is not null then
      perform private.add_listener_to_hashtags(
        account, heard, case counted_as when 'new' then 0.5 else 1 end
      );
    end if;
  end if;
  return is_news;
end
$$;
comment on function private.note_listening is
  'Notes how far the caller has heard a drop. The caller must have checked that it may be seen.';
grant execute on function private.note_listening to authenticated, service_role;

create function public.add_listening(voice_drop_id uuid, part text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if part is null or part not in ('half', 'end') then
    raise exception 'The part of a drop that was heard is half or end'
      using errcode = 'invalid_parameter_value';
  end if;
  -- Runs as the caller, whose policies decide whether there is such a drop.
  if auth.uid() is null or not exists (
    select from public.voice_drops as heard where heard.id = add_listening.voice_drop_id
  ) then
    return false;
  end if;
  return private.note_listening(add_listening.voice_drop_id, part);
end
$$;
comment on function public.add_listening is
  'Notes that the caller has heard half of a drop, or its end, after a play of it was counted. False when nothing was noted: a visitor, no such drop, no play, known already, or sooner than it can be heard.';
revoke all on function public.add_listening from public;
grant execute on function public.add_listening to anon, authenticated, service_role;

-- Plays and what was counted are deleted when something is counted after them: where nothing is, they
-- would stay. A server with a scheduler calls this every hour.

create function private.prune_listening() returns int
language plpgsql
set search_path = ''
as $$
declare
  total int;
  deleted int;
begin
  delete from private.counting_salts where day < private.counting_day() - 1;
  get diagnostics total = row_count;
  -- Rows that are locked are being deleted or counted again.
  delete from private.counted_acts where key = any (array(
    select key from private.counted_acts
    where day < private.counting_day() - 1 for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from private.plays where (voice_drop_id, listener) in (
    select voice_drop_id, listener from private.plays
    where played_at <= now() - interval '60 seconds' for update skip locked
  );
  get diagnostics deleted = row_count;
  return total + deleted;
end
$$;
comment on function private.prune_listening is
  'Deletes plays of more than a minute ago, and the salts and hashes of days before yesterday. Returns how many rows.';
