-- Deletion of messages and conversations, for oneself or for both sides.

create table private.deleted_messages (
  message_id uuid primary key,
  conversation_id uuid not null,
  place smallint not null,
  content text,
  clip_id uuid,
  deleted_at timestamptz not null default now()
);
comment on table private.deleted_messages is
  'Words and clips of messages that their senders have deleted for both, for seven days: a report that is made meanwhile has them as evidence.';
create index deleted_messages_deleted_at_idx on private.deleted_messages (deleted_at);
create index deleted_messages_conversation_id_idx on private.deleted_messages (conversation_id);
alter table private.deleted_messages enable row level security;

-- The messages of a conversation up to a position, which no side reads any more.
create table private.unread_rests (
  conversation_id uuid primary key references public.conversations (id) on delete cascade,
  up_to int not null,
  deleted_at timestamptz not null default now()
);
comment on table private.unread_rests is
  'Conversations that both sides have deleted up to a position, for seven days.';
create index unread_rests_deleted_at_idx on private.unread_rests (deleted_at);
alter table private.unread_rests enable row level security;

create function private.clear_messages(
  ids uuid[], at timestamptz, clips_kept interval default '0'
) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.release_message_clips(
    array(select clip_id from public.messages where id = any (ids)), clips_kept
  );
  update public.messages
  set content = null, clip_id = null, duration = null, waveform = null, filter_used = null,
    withdrawn_at = null, deleted_at = at
  where id = any (ids);
end
$$;
comment on function private.clear_messages is
  'Takes the words and the clips of messages away. The rows stay.';

create function private.delete_messages(ids uuid[]) returns int
language plpgsql
set search_path = ''
as $$
begin
  perform private.release_message_clips(array(select clip_id from public.messages where id = any (ids)));
  delete from public.messages where id = any (ids);
  return cardinality(ids);
end
$$;
comment on function private.delete_messages is 'Deletes messages. Returns their number.';

create function private.delete_for_both(message public.messages) returns void
language plpgsql
set search_path = ''
as $$
declare
  is_anonymous constant boolean := (
    select is_anonymous from public.conversations where id = message.conversation_id
  );
begin
  insert into private.deleted_messages (message_id, conversation_id, place, content, clip_id)
  values (message.id, message.conversation_id, message.place, message.content, message.clip_id);
  perform private.clear_messages(
    array[message.id],
    case when is_anonymous then private.five_minutes(now()) else now() end,
    -- As long as private.deleted_messages has it.
    clips_kept => '7 days'
  );
  -- Somebody who is blocked must not receive it: a deleted account could not have caused it.
  perform private.send_to_person(user_id, 'message', message.conversation_id, message.position)
  from private.conversation_sides as side
  where conversation_id = message.conversation_id
    and (place = message.place or not private.is_cut_off(side));
end
$$;
comment on function private.delete_for_both is
  'Takes the words and the clip of a message away, for both sides.';

create function private.delete_for_one(mine private.conversation_sides, message uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.messages set hidden_for = hidden_for || mine.place where id = message;
  update public.conversation_participants as side
  set unread_count = least(unread_count, private.count_unread(mine)),
    (latest_message_id, latest_at) = (
      select id, sent_at from public.messages
      where conversation_id = mine.conversation_id
        and coalesce(position > mine.deleted_position, true)
        and mine.place <> all (hidden_for) and (place = mine.place or is_delivered)
      order by position desc nulls first, queue_place desc limit 1
    )
  where conversation_id = mine.conversation_id and place = mine.place;
  perform private.send_to_person(mine.user_id, 'conversation', mine.conversation_id);
end
$$;
comment on function private.delete_for_one is 'Hides a message from a side.';

create function public.delete_message(message uuid, for_both boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.conversation_sides;
  known public.messages;
begin
  perform private.begin_turn();
  perform private.consume_quota('conversation', 1);
  select * into known from public.messages where id = message;
  if (private.own_side(known.conversation_id)).user_id is not null then
    mine := private.lock_conversation(known.conversation_id);
    select * into known from public.messages where id = message
      and private.may_read_message(conversation_id, place, position, is_delivered, hidden_for);
  end if;
  if mine.user_id is null or known.id is null then
    raise exception 'There is no such message.' using errcode = 'PT404';
  end if;
  if not for_both then
    perform private.delete_for_one(mine, message);
    return;
  end if;
  if known.place <> mine.place then
    raise exception 'Only its sender can delete a message for both.' using errcode = 'PT403';
  elsif known.deleted_at is not null then
    return;
  elsif known.sent_at < now() - interval '1 hour' then
    raise exception 'A message can be deleted for both within an hour.' using errcode = 'PT403';
  elsif mine.is_anonymous and mine.place = 1 then
    perform private.withdraw_message(mine, known);
  else
    perform private.delete_for_both(known);
  end if;
end
$$;
comment on function public.delete_message is
  'Deletes a message for the caller, or within an hour their own one for both.';
revoke all on function public.delete_message from anon, service_role;
grant execute on function public.delete_message to authenticated;

create function public.delete_conversation(conversation uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.conversation_sides;
  last_position int;
begin
  perform private.begin_turn();
  perform private.consume_quota('conversation', 1);
  mine := private.lock_conversation(conversation);
  select message_count into last_position from public.conversations where id = conversation;
  update public.messages set hidden_for = hidden_for || mine.place
  -- The caller does not know of one that the other has waiting.
  where conversation_id = conversation and position is null and place = mine.place;
  update public.conversation_participants
  set deleted_position = last_position, read_position = last_position, unread_count = 0,
    latest_message_id = null, latest_at = null, is_archived = false
  where conversation_id = conversation and place = mine.place;
  perform private.note_unread_rest(conversation);
end
$$;
comment on function public.delete_conversation is
  'Deletes a conversation for the caller. The other side keeps it, and a later message is shown in it.';
revoke all on function public.delete_conversation from anon, service_role;
grant execute on function public.delete_conversation to authenticated;

create function private.note_unread_rest(conversation uuid) returns void
language sql
set search_path = ''
as $$
  insert into private.unread_rests as rest (conversation_id, up_to)
  select conversation, min(deleted_position) from public.conversation_participants
  where conversation_id = conversation
  having min(deleted_position) > 0
    -- As if its recipient had it, and kept it.
    and not exists (
      select from public.conversations where id = conversation and is_withheld and second_id is not null
    )
  on conflict (conversation_id) do update set up_to = excluded.up_to, deleted_at = now()
  where rest.up_to < excluded.up_to
$$;
comment on function private.note_unread_rest is
  'Notes up to where all sides of a conversation have deleted it.';

create function private.is_reported(message uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (select from public.reports where reported_message_id = message);
end
$$;

create function private.unread_messages(rest private.unread_rests) returns setof public.messages
language sql stable
set search_path = ''
as $$
  select message.* from public.messages as message
  join public.conversations as conversation on conversation.id = message.conversation_id
  where conversation_id = rest.conversation_id and position <= rest.up_to
    and (not is_anonymous or num_nonnulls(content, duration) > 0)
    and not private.is_reported(message.id)
$$;
comment on function private.unread_messages is
  'What is left of messages that no side reads, except those that somebody has reported.';

-- Those of an anonymous conversation keep their rows, by whose ids its recipient could ask whether they are still
-- there: they would go once the sender's account is deleted.
create function private.delete_unread_messages(rest private.unread_rests, batch_size int) returns int
language plpgsql
set search_path = ''
as $$
declare
  ids constant uuid[] := array(select id from private.unread_messages(rest) limit batch_size);
begin
  if not (select is_anonymous from public.conversations where id = rest.conversation_id) then
    return private.delete_messages(ids);
  end if;
  perform private.clear_messages(ids, private.five_minutes(now()));
  return cardinality(ids);
end
$$;
comment on function private.delete_unread_messages is
  'Deletes a batch of messages that no side reads; in an anonymous conversation their words and clips. Returns their number.';

create function private.delete_unread_rests(batch_size int default 5000) returns int
language plpgsql
set search_path = ''
as $$
declare
  rest private.unread_rests;
  deleted int := 0;
begin
  for rest in
    select * from private.unread_rests where deleted_at < now() - interval '7 days'
    order by conversation_id limit 100
  loop
    exit when deleted >= batch_size;
    perform from public.conversations where id = rest.conversation_id for no key update;
    deleted := deleted + private.delete_unread_messages(rest, batch_size - deleted);
    delete from private.unread_rests
    where conversation_id = rest.conversation_id
      and not exists (select from private.unread_messages(rest));
  end loop;
  return deleted;
end
$$;
comment on function private.delete_unread_rests is
  'Deletes a batch of messages that both sides have deleted for seven days. Returns their number.';
