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
  perform private.require_may_write();
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
