-- How far accounts play drops, which decides whether their acts count in the rankings. It is stored only
-- under a salted hash, for at most two days.

create function private.start_listening(account uuid, played uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  known private.ranking_acts;
begin
  if exists (select from public.voice_drops where id = played and user_id = account) then
    return;
  end if;
  known := private.lock_ranking_acts(account, played);
  if known.started_at is null then
    update private.ranking_acts set started_at = now() where key = known.key;
  end if;
end
$$;
comment on function private.start_listening is
  'Records that an account has begun to play a drop of somebody else.';

create function private.record_listening(played uuid, part text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  -- The player's fastest speed is 2; the rest allows for clocks and networks.
  fastest constant double precision := 2.5;
  known private.ranking_acts;
  is_new boolean;
  length double precision;
  author uuid;
  counted_as text;
begin
  if not private.may_write() then
    return false;
  end if;
  perform private.lock_account(account);
  select * into known from private.ranking_acts
  where key = any (private.ranking_act_keys(account, played)) and started_at is not null for update;
  if not found then
    return false;
  end if;
  is_new := case part when 'half' then not known.reached_half else not known.reached_end end;
  select duration, user_id into strict length, author from public.voice_drops where id = played;
  if is_new then
    if now() < known.started_at
      + make_interval(secs => case part when 'half' then length / 2 else length end / fastest)
    then
      return false;
    end if;
    update private.ranking_acts set reached_half = true, reached_end = known.reached_end or part = 'end'
    where key = known.key;
  end if;
  -- Even if this part was recorded before: another drop of the same author may have counted that day.
  perform private.grant_ranking_eligibility(known, account, played);
  -- A like from before the recorded day may have been counted when it was given.
  if exists (
    select from public.voice_drop_likes
    where voice_drop_id = played
      and user_id = account
      and created_at >= known.day::timestamp at time zone 'UTC'
  ) and private.claim_one_way_reaction(account, 'liked', author) then
    perform private.count_act(account, played, 'liked', is_done => true);
  end if;
  if part = 'end' then
    counted_as := private.count_act(account, played, 'listened', is_done => true);
    if counted_as is not null then
      perform private.count_hashtag_listener(
        account, played, case counted_as when 'new' then 0.5 else 1 end
      );
    end if;
  end if;
  return is_new;
end
$$;
comment on function private.record_listening is
  'Records how far an account has played a drop. The calling function must have checked that the account can see it.';
grant execute on function private.record_listening to authenticated, service_role;

create function public.add_listening(voice_drop_id uuid, part text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if part is null or part not in ('half', 'end') then
    raise exception 'part must be half or end'
      using errcode = 'invalid_parameter_value';
  end if;
  -- Runs as the caller, whose policies decide whether there is such a drop.
  if auth.uid() is null or not exists (
    select from public.voice_drops as played where played.id = add_listening.voice_drop_id
  ) then
    return false;
  end if;
  return private.record_listening(add_listening.voice_drop_id, part);
end
$$;
comment on function public.add_listening is
  'Records that the caller has played half or all of a drop, after a play of it was counted. False when nothing was recorded: the caller is a visitor, cannot see the drop or has not played it, the part was recorded before, or less time has passed than it takes.';
grant execute on function public.add_listening to anon, authenticated, service_role;
