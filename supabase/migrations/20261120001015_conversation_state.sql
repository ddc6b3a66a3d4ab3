-- What somebody who is blocked reads is the same as after the other's account was deleted: no name, no message of
-- the other, a conversation that has ended.

create function private.is_cut_off(mine private.conversation_sides) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  if mine.is_anonymous then
    return mine.place = 1 and mine.person_id is null;
  end if;
  return mine.person_id is null or exists (
    select from public.blocks where blocker_id = mine.person_id and blocked_id = mine.user_id
  );
end
$$;
comment on function private.is_cut_off is
  'Whether a side reads nothing of the other: the other account is deleted, or has blocked it by name in a conversation that is not anonymous.';

create function private.state_of(mine private.conversation_sides) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  other public.conversation_participants;
begin
  if private.is_cut_off(mine) then
    return 'ended';
  end if;
  select * into other from public.conversation_participants
  where conversation_id = mine.conversation_id and place <> mine.place;
  if mine.is_anonymous then
    return case
      when (select ended_at is not null from public.conversations where id = mine.conversation_id) then 'ended'
      when not mine.is_accepted then 'request'
      when mine.place = 1 and mine.sent_count > 0 and coalesce(other.sent_count, 0) = 0 then 'waiting'
      else 'open'
    end;
  end if;
  return case
    when private.is_banned(mine.person_id) then 'ended'
    when private.are_blocked(mine.user_id, mine.person_id) then 'blocked'
    when not mine.is_accepted then 'request'
    when mine.sent_count > 0 and not other.is_accepted then 'waiting'
    else 'open'
  end;
end
$$;
comment on function private.state_of is
  'What a side may do. ended: nothing. blocked: nothing, until it takes its block back. request: accept. waiting: its message is not accepted yet, or not answered in an anonymous conversation. open: write.';

create function private.own_side(conversation uuid) returns private.conversation_sides
-- PL/pgSQL keeps its plans, which a function in SQL makes anew for each row.
language plpgsql stable security definer
set search_path = ''
as $$
declare
  mine private.conversation_sides;
begin
  select * into mine from private.conversation_sides
  where conversation_id = conversation and user_id = auth.uid();
  return mine;
end
$$;
comment on function private.own_side is 'The caller''s side of a conversation; null without one.';

-- The computed columns below read the caller's own row again, whatever row they are given.

create function private.conversation_state(conversation uuid) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  mine constant private.conversation_sides := private.own_side(conversation);
begin
  return case when mine.user_id is not null then private.state_of(mine) end;
end
$$;
grant execute on function private.conversation_state to authenticated, service_role;

create function public.state(public.conversation_participants) returns text
language sql stable
return private.conversation_state($1.conversation_id);
comment on function public.state is
  'open, request (to be accepted by the caller), waiting (for the other to accept, or to answer an anonymous message), blocked (by the caller), or ended.';
grant execute on function public.state to authenticated, service_role;

create function private.conversation_person(conversation uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  mine constant private.conversation_sides := private.own_side(conversation);
begin
  if mine.user_id is null or private.is_cut_off(mine) then
    return null;
  end if;
  return (
    select jsonb_build_object('user_id', user_id, 'username', username, 'avatar_url', avatar_url)
    from public.profiles where user_id = mine.person_id and not is_banned
  );
end
$$;
grant execute on function private.conversation_person to authenticated, service_role;

create function public.person(public.conversation_participants) returns jsonb
language sql stable
return private.conversation_person($1.conversation_id);
comment on function public.person is
  'Id, name and picture of the other; null if the account is deleted, has blocked the caller, or is anonymous.';
grant execute on function public.person to authenticated, service_role;

create function private.shares_receipts(mine private.conversation_sides) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return not mine.is_anonymous
    and mine.is_accepted
    and not private.are_blocked(mine.user_id, mine.person_id)
    and exists (
      select from public.conversation_participants as other
      where other.conversation_id = mine.conversation_id and other.place <> mine.place and other.is_accepted
    )
    and (
      select count(*) = 2 from public.account_settings
      where user_id in (mine.user_id, mine.person_id) and read_receipts
    );
end
$$;
comment on function private.shares_receipts is
  'Whether both sides of a conversation see up to where the other has read.';

create function private.other_read_position(conversation uuid) returns int
language plpgsql stable security definer
set search_path = ''
as $$
declare
  mine constant private.conversation_sides := private.own_side(conversation);
begin
  if mine.user_id is null or not private.shares_receipts(mine) then
    return null;
  end if;
  return (
    select read_position from public.conversation_participants
    where conversation_id = conversation and place <> mine.place
  );
end
$$;
grant execute on function private.other_read_position to authenticated, service_role;

create function public.other_read_position(public.conversation_participants) returns int
language sql stable
return private.other_read_position($1.conversation_id);
comment on function public.other_read_position is
  'The position up to which the other has read; null unless both have switched receipts on and accepted the conversation. Never in an anonymous one, nor across a block.';
grant execute on function public.other_read_position to authenticated, service_role;
