-- Locks of conversations, and what changes them besides messages.

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

create function public.accept_conversation(conversation uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_may_write();
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
  perform private.require_may_write(even_suspended => true);
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
