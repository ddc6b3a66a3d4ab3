-- Conversations between two people. Each side has a row of its own, which only its owner reads: what one side has
-- read, muted, archived or deleted is stored there. The accounts of both are in ungranted columns of the conversation.
--
-- Place 1 is who started the conversation, place 2 the other. The row of place 2 is made with the first message that
-- is delivered, so that a conversation without messages shows nothing to the other side.
--
-- In an anonymous conversation nothing that place 2 can read or cause depends on who place 1 is: not on blocks by
-- name, and not on whether that account still exists.

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  is_anonymous boolean not null default false,
  first_id uuid references public.profiles (user_id) on delete set null,
  second_id uuid references public.profiles (user_id) on delete set null,
  message_count int not null default 0,
  is_withheld boolean not null default false,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint conversations_people_check check (first_id <> second_id)
);

comment on table public.conversations is 'Conversations between two people. Visible to their members.';
comment on column public.conversations.first_id is 'Who started it, at place 1; null once the account is deleted.';
comment on column public.conversations.second_id is 'The other, at place 2; null once the account is deleted.';
comment on column public.conversations.message_count is 'The position of the last message.';
comment on column public.conversations.is_withheld is
  'Whether nothing of an anonymous conversation is delivered, since there was a block between the two when it began.';
comment on column public.conversations.ended_at is 'When the recipient ended an anonymous conversation.';

-- Two people have one conversation by name, and each of them one in which the other does not know who writes.
create unique index conversations_named_key
  on public.conversations (least(first_id, second_id), greatest(first_id, second_id))
  where not is_anonymous and first_id is not null and second_id is not null;
create unique index conversations_anonymous_key
  on public.conversations (first_id, second_id) where is_anonymous;
create index conversations_first_id_idx on public.conversations (first_id);
create index conversations_second_id_idx on public.conversations (second_id);
create index conversations_empty_idx on public.conversations (created_at) where message_count = 0;

-- All columns are granted, since computed columns take the whole row.
create table public.conversation_participants (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  place smallint not null,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  is_accepted boolean not null,
  is_archived boolean not null default false,
  is_muted boolean not null default false,
  read_position int not null default 0,
  deleted_position int not null default 0,
  unread_count int not null default 0,
  sent_count int not null default 0,
  latest_message_id uuid,
  latest_at timestamptz,
  primary key (conversation_id, place),
  constraint conversation_participants_user_id_key unique (user_id, conversation_id),
  constraint conversation_participants_place_check check (place in (1, 2)),
  constraint conversation_participants_counts_check check (unread_count >= 0 and sent_count >= 0)
);

comment on table public.conversation_participants is
  'A side of a conversation. Visible to its owner only.';
comment on column public.conversation_participants.place is '1 started the conversation, 2 is the other.';
comment on column public.conversation_participants.is_accepted is
  'False for a request: the other has written, and the owner has neither accepted nor answered.';
comment on column public.conversation_participants.read_position is 'The position up to which the owner has read.';
comment on column public.conversation_participants.deleted_position is
  'The position up to which the owner has deleted the conversation.';
comment on column public.conversation_participants.unread_count is 'Messages of the other since read_position.';
comment on column public.conversation_participants.sent_count is 'How many messages the owner has sent.';
comment on column public.conversation_participants.latest_message_id is
  'The last message that the owner may read; null if the conversation has none.';

create index conversation_participants_latest_idx
  on public.conversation_participants (user_id, latest_at desc, conversation_id);
create index conversation_participants_unread_idx
  on public.conversation_participants (user_id) where unread_count > 0;
create index conversation_participants_latest_message_id_idx
  on public.conversation_participants (latest_message_id);

grant select (id, is_anonymous) on public.conversations to authenticated;
grant select (
  conversation_id, user_id, place, is_accepted, is_archived, is_muted, read_position, deleted_position,
  unread_count, sent_count, latest_message_id, latest_at
), update (is_archived, is_muted) on public.conversation_participants to authenticated;

create view private.conversation_sides as
  select side.*, is_anonymous,
    case when place = 1 then second_id when not is_anonymous then first_id end as person_id
  from public.conversation_participants as side
  join public.conversations as conversation on conversation.id = side.conversation_id;
comment on view private.conversation_sides is
  'Sides of conversations with the account of the other; null once it is deleted, and where the owner must not know.';

alter table public.conversations enable row level security;
alter table public.conversation_participants enable row level security;

create function private.own_conversations() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select conversation_id from public.conversation_participants where user_id = auth.uid()
  );
end
$$;
comment on function private.own_conversations is 'The conversations in which the caller takes part.';
grant execute on function private.own_conversations to authenticated;

-- By the policy below. An array of ids would be sorted for each row of the list by which they are read.
create policy "People see the conversations in which they take part"
  on public.conversations for select to authenticated
  using (exists (select from public.conversation_participants where conversation_id = id));

create policy "People see their own side of conversations"
  on public.conversation_participants for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People archive and mute their own conversations"
  on public.conversation_participants for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

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
    from public.profiles where user_id = mine.person_id
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

-- Who may write.

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
  if caller is null or caller = person or private.are_blocked(caller, person) then
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
  perform from public.profiles where user_id = person for key share;
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
  perform from public.profiles where user_id = person for key share;
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

create function private.require_second_factor() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_fully_signed_in() then
    raise exception 'Messages take your second factor.' using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function private.begin_turn() returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_second_factor();
  perform private.lock_account(auth.uid());
end
$$;
comment on function private.begin_turn is
  'Checks the second factor, and lets the caller''s statements wait for each other. First of all locks: a block takes the account, the pair of people and their conversation, in this order.';

-- Every change of a conversation locks the account that makes it and then the conversation.
create function private.lock_conversation(conversation uuid) returns private.conversation_sides
language plpgsql
set search_path = ''
as $$
declare
  mine private.conversation_sides := private.own_side(conversation);
begin
  if mine.user_id is not null then
    perform from public.conversations where id = conversation for no key update;
    mine := private.own_side(conversation);
  end if;
  if mine.user_id is null then
    raise exception 'There is no such conversation.' using errcode = 'PT404';
  end if;
  return mine;
end
$$;
comment on function private.lock_conversation is
  'Locks a conversation and returns the caller''s side of it. Raises an error without one.';

-- Live news. Only SQL writes to these topics. The messages have ids; what they are about is read by policies.

create policy "People receive news of their own conversations"
  on realtime.messages for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'person:' || (select auth.uid())
    and (select private.is_fully_signed_in())
  );

create function private.send_to_person(person uuid, event text, conversation uuid, at_position int default null)
returns void
language sql
set search_path = ''
as $$
  select realtime.send(
    jsonb_strip_nulls(jsonb_build_object('conversation', conversation, 'position', at_position)),
    event,
    'person:' || person
  )
  where person is not null
$$;

create function private.send_changed_side() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  side private.conversation_sides;
begin
  select * into side from private.conversation_sides
  where conversation_id = new.conversation_id and place = new.place;
  perform private.send_to_person(side.user_id, 'conversation', side.conversation_id);
  -- Acceptance is seen by the other where the conversation is not anonymous, and reading with receipts.
  if new.is_accepted <> old.is_accepted and not side.is_anonymous
      and not private.are_blocked(side.user_id, side.person_id)
    or new.read_position <> old.read_position and private.shares_receipts(side) then
    perform private.send_to_person(side.person_id, 'conversation', side.conversation_id);
  end if;
  return null;
end
$$;

create trigger send_changed_side after update on public.conversation_participants
  for each row when (
    (old.is_accepted, old.is_archived, old.is_muted, old.read_position, old.deleted_position)
      is distinct from (new.is_accepted, new.is_archived, new.is_muted, new.read_position, new.deleted_position)
  )
  execute function private.send_changed_side();

create function public.show_typing(conversation uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine constant private.conversation_sides := private.own_side(conversation);
begin
  perform private.require_second_factor();
  if mine.is_anonymous is not false or private.state_of(mine) <> 'open' or not exists (
    select from public.conversation_participants as other
    where other.conversation_id = conversation and other.place <> mine.place and other.is_accepted
  ) then
    return;
  end if;
  -- Beyond the limit nothing is sent, without an error.
  if private.count_acts('typing', 1) is null then
    perform private.send_to_person(mine.person_id, 'typing', conversation);
  end if;
end
$$;
comment on function public.show_typing is
  'Shows the other that the caller is typing, at most once in three seconds. Stores nothing. Does nothing in anonymous conversations, before acceptance and across a block.';
revoke all on function public.show_typing from anon, service_role;
grant execute on function public.show_typing to authenticated;

create function public.accept_conversation(conversation uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.begin_turn();
  perform private.consume_quota('conversation', 1);
  perform private.lock_conversation(conversation);
  update public.conversation_participants set is_accepted = true
  where conversation_id = conversation and user_id = auth.uid() and not is_accepted;
end
$$;
comment on function public.accept_conversation is 'Moves a request to the caller''s conversations.';
revoke all on function public.accept_conversation from anon, service_role;
grant execute on function public.accept_conversation to authenticated;

-- The block inside an anonymous conversation, whose sender cannot be blocked by name.
create function public.end_conversation(conversation uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.conversation_sides;
begin
  perform private.begin_turn();
  perform private.consume_quota('conversation', 1);
  mine := private.lock_conversation(conversation);
  if not mine.is_anonymous or mine.place <> 2 then
    raise exception 'Only the recipient of anonymous messages can end a conversation.' using errcode = 'PT403';
  end if;
  update public.conversations set ended_at = now() where id = conversation and ended_at is null;
  perform private.send_to_person(user_id, 'conversation', conversation)
  from public.conversation_participants where conversation_id = conversation;
end
$$;
comment on function public.end_conversation is
  'Ends an anonymous conversation for both. The same sender cannot begin another with the caller.';
revoke all on function public.end_conversation from anon, service_role;
grant execute on function public.end_conversation to authenticated;

-- What a block hides is not unread any more, as after a deleted account, and is unread again after it.
create function private.cut_conversations_on_block() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  cut uuid[];
begin
  -- In the order of all transactions: pairs of people, then conversations.
  perform private.lock_pairs(array_agg(blocker_id), array_agg(blocked_id)) from changed;
  cut := array(
    select private.named_conversation(blocker_id, blocked_id) from changed
  );
  perform from public.conversations where id = any (cut) order by id for no key update;
  update public.conversation_participants as side
  set unread_count = case tg_op
    when 'INSERT' then 0
    else (
      select private.count_unread(known) from private.conversation_sides as known
      where known.conversation_id = side.conversation_id and known.place = side.place
    )
  end
  where conversation_id = any (cut);
  perform private.send_to_person(user_id, 'conversation', conversation_id)
  from public.conversation_participants where conversation_id = any (cut);
  return null;
end
$$;

create trigger cut_conversations_on_insert after insert on public.blocks
  referencing new table as changed
  for each statement execute function private.cut_conversations_on_block();
create trigger cut_conversations_on_delete after delete on public.blocks
  referencing old table as changed
  for each statement execute function private.cut_conversations_on_block();

create function private.delete_empty_conversations() returns int
language plpgsql
set search_path = ''
as $$
declare
  deleted int;
begin
  delete from public.conversations where id = any (array(
    select id from public.conversations
    where message_count = 0 and created_at < now() - interval '1 day'
      and not exists (select from public.messages where conversation_id = conversations.id)
    order by id limit 1000 for update skip locked
  ));
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function private.delete_empty_conversations is
  'Deletes conversations in which nobody has written for a day. Returns their number.';
