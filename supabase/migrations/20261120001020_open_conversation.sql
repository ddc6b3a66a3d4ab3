-- Which accounts may write to each other, and the conversations that are opened for it.

create function private.named_conversation(one uuid, other uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select id from public.conversations
    where least(first_id, second_id) = least(one, other)
      and greatest(first_id, second_id) = greatest(one, other)
      and not is_anonymous and first_id is not null and second_id is not null
  );
end
$$;
comment on function private.named_conversation is
  'The conversation of two people who know each other''s names; null if there is none.';

create function private.accepts_messages(person uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null or caller = person or private.are_blocked(caller, person)
    or private.is_banned(person)
  then
    return false;
  end if;
  return exists (
    select from public.conversation_participants as theirs
    join public.conversation_participants as mine using (conversation_id)
    where conversation_id = private.named_conversation(caller, person)
      and theirs.user_id = person and mine.user_id = caller
      and theirs.is_accepted and theirs.sent_count + mine.sent_count > 0
  ) or coalesce((
    select case messages_from
      when 'everyone' then true
      when 'following' then exists (
        select from public.follows where follower_id = person and following_id = caller
      )
      else false
    end
    from public.account_settings where user_id = person
  ), false);
end
$$;
comment on function private.accepts_messages is
  'Whether the caller may write to somebody: their setting allows it, or they have written to the caller or accepted a request.';
grant execute on function private.accepts_messages to authenticated, service_role;

create function public.accepts_messages(public.profiles) returns boolean
language sql stable
return private.accepts_messages($1.user_id);
comment on function public.accepts_messages is
  'Whether the caller may write to this account. Not for visitors, who do not read whole profiles.';
grant execute on function public.accepts_messages to authenticated, service_role;

create function private.open_named_conversation(caller uuid, person uuid) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  opened uuid;
begin
  -- Two people who write to each other at the same time have one conversation. A block takes the same lock.
  perform private.lock_pairs(array[caller], array[person]);
  -- An account that has blocked the caller is refused like one that does not exist.
  perform from public.profiles where user_id = person and not is_banned for key share;
  if not found or exists (
    select from public.blocks where blocker_id = person and blocked_id = caller
  ) then
    raise exception 'There is no such person.' using errcode = 'PT404';
  end if;
  opened := private.named_conversation(caller, person);
  if (private.own_side(opened)).user_id is not null then
    return opened;
  elsif private.are_blocked(caller, person) then
    raise exception 'You have blocked this person.' using errcode = 'PT403';
  end if;
  if opened is null then
    if not private.accepts_messages(person) then
      raise exception 'This person does not accept messages from you.' using errcode = 'PT403';
    end if;
    insert into public.conversations (first_id, second_id) values (caller, person) returning id into opened;
  end if;
  -- The other may have opened it, and written nothing.
  insert into public.conversation_participants (conversation_id, place, user_id, is_accepted)
  select id, case when first_id = caller then 1 else 2 end, caller, true
  from public.conversations where id = opened
  -- The other's first message is being delivered.
  on conflict do nothing;
  return opened;
end
$$;

create function private.open_anonymous_conversation(caller uuid, person uuid) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  opened uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('anonymous ' || caller || person, 0));
  perform from public.profiles where user_id = person and not is_banned for key share;
  if not found then
    raise exception 'There is no such person.' using errcode = 'PT404';
  end if;
  select id into opened from public.conversations
  where first_id = caller and second_id = person and is_anonymous;
  if found then
    return opened;
  end if;
  perform private.require_anonymous(caller, person);
  insert into public.conversations (is_anonymous, first_id, second_id)
  values (true, caller, person) returning id into opened;
  insert into public.conversation_participants (conversation_id, place, user_id, is_accepted)
  values (opened, 1, caller, true);
  return opened;
end
$$;

create function private.require_anonymous(caller uuid, person uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not (select allow_anonymous from public.profiles where user_id = person) then
    raise exception 'This person does not receive anonymous messages.' using errcode = 'PT403';
  elsif not private.is_established(caller) then
    raise exception 'New accounts cannot send anonymous messages. Take part for a few days first.'
      using errcode = 'PT403';
  end if;
end
$$;
comment on function private.require_anonymous is
  'Raises an error unless somebody receives anonymous messages and the sender''s account is established. A block changes nothing here.';

create function public.open_conversation(person uuid, anonymous boolean default false) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  perform private.require_may_write();
  perform private.begin_turn();
  perform private.consume_quota('conversation', 1);
  if person = caller then
    raise exception 'You cannot write to yourself.' using errcode = 'PT403';
  end if;
  return case
    when anonymous then private.open_anonymous_conversation(caller, person)
    else private.open_named_conversation(caller, person)
  end;
end
$$;
comment on function public.open_conversation is
  'The caller''s conversation with somebody, which is made if there is none. It shows nothing to the other before the first message.';
revoke all on function public.open_conversation from anon, service_role;
grant execute on function public.open_conversation to authenticated;
