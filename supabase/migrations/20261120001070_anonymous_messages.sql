-- What the sender of an anonymous conversation does reaches the other side at the next full five minutes, so that the
-- time says nothing. Positions are given then: between them, answers would show when a message was sent.

create function private.withdraw_message(
  mine private.conversation_sides, message public.messages
) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.delete_for_one(mine, message.id);
  if message.position is not null then
    update public.messages set withdrawn_at = private.five_minutes(now()) where id = message.id;
    return;
  end if;
  -- Nobody else has it. Another may be sent instead, within the limit of a day.
  perform private.delete_messages(array[message.id]);
  update public.conversation_participants set sent_count = sent_count - 1
  where conversation_id = mine.conversation_id and place = mine.place;
end
$$;
comment on function private.withdraw_message is
  'Deletes a message of an anonymous sender for both: at once while it waits, else with the next delivery.';

create function private.waiting_conversations(mark timestamptz) returns uuid[]
language sql stable
set search_path = ''
as $$
  select coalesce(array_agg(conversation_id order by conversation_id), '{}')
  from (
    select distinct conversation_id from public.messages
    where (position is null or withdrawn_at is not null) and coalesce(withdrawn_at, sent_at) < mark
  ) as waiting
$$;
comment on function private.waiting_conversations is
  'The conversations in which something waits since before a full five minutes, in the order of their random ids.';

create function private.deliver_waiting(conversation uuid, mark timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  known public.conversations;
  sender private.conversation_sides;
  waiting public.messages;
begin
  select * into known from public.conversations where id = conversation for no key update;
  select * into sender from private.conversation_sides
  where conversation_id = conversation and place = 1;
  for waiting in
    select * from public.messages where conversation_id = conversation and withdrawn_at < mark
    order by position
  loop
    perform private.delete_for_both(waiting);
  end loop;
  for waiting in
    select * from public.messages
    where conversation_id = conversation and position is null and sent_at < mark
    order by queue_place
  loop
    update public.conversations set message_count = message_count + 1
    where id = conversation returning * into known;
    update public.messages
    set position = known.message_count, queue_place = null,
      is_delivered = not known.is_withheld and known.ended_at is null and sender.person_id is not null
    where id = waiting.id returning * into waiting;
    if waiting.is_delivered then
      perform private.deliver_message(waiting);
    end if;
    perform private.send_to_person(sender.user_id, 'message', conversation, waiting.position);
  end loop;
exception when others then
  -- The job goes on with the next conversation, and with this one at the next full five minutes.
  raise warning 'What waits in an anonymous conversation was not delivered: %', sqlerrm;
end
$$;
comment on function private.deliver_waiting is
  'Delivers what waits in a conversation since before a full five minutes. One that is withheld or has ended, or whose recipient is gone, only gives positions.';
