-- Messages of conversations, their delivery, and search. No row has an account: the place in the conversation says
-- which side has sent it. The migration message_deletion deletes them.
--
-- What the sender of an anonymous conversation sends waits for the next full five minutes: see the migration
-- anonymous_messages.

create table public.messages (
  id uuid primary key,
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  position int,
  place smallint not null,
  content text,
  folded text generated always as (private.fold_hashtag(content)) stored,
  clip_id uuid references private.message_clips (id) on delete set null,
  duration double precision,
  waveform smallint[],
  filter_used text,
  sent_at timestamptz not null,
  deleted_at timestamptz,
  is_delivered boolean not null default false,
  queue_place int,
  withdrawn_at timestamptz,
  hidden_for smallint[] not null default '{}',
  constraint messages_conversation_id_position_key unique (conversation_id, position),
  constraint messages_clip_id_key unique (clip_id),
  constraint messages_place_check check (place in (1, 2)),
  -- As in packages/domain: MESSAGE_MAX_LENGTH.
  constraint messages_content_check check (
    private.has_content(content) and char_length(content) <= 16000
  ),
  constraint messages_clip_check check (num_nulls(duration, waveform, filter_used) in (0, 3)),
  constraint messages_words_or_clip_check check (
    deleted_at is not null or num_nonnulls(content, duration) > 0
  ),
  constraint messages_position_check check ((position is null) = (queue_place is not null))
);

comment on table public.messages is
  'Messages. Visible to both sides of their conversation once they are delivered, and to their sender.';
comment on column public.messages.id is 'Made by the client, so that a repeated request sends one message.';
comment on column public.messages.position is
  'The place in the order of the conversation, from 1. Null while an anonymous message waits for its delivery.';
comment on column public.messages.place is 'The side that has sent it: place of conversation_participants.';
comment on column public.messages.folded is
  'The words as the search compares them, without regard to case and width. To fold them for each search takes too long.';
comment on column public.messages.duration is 'Length of the clip in seconds; null without a clip.';
comment on column public.messages.sent_at is 'In anonymous conversations the full five minutes before.';
comment on column public.messages.deleted_at is
  'When its sender deleted it for both, or the sender''s account was deleted. It has no words and no clip any more.';
comment on column public.messages.is_delivered is 'Whether the other side may read it.';
comment on column public.messages.queue_place is
  'The order of waiting messages of a conversation. Their exact time is stored nowhere.';
comment on column public.messages.withdrawn_at is
  'The full five minutes before an anonymous sender deleted it for both, which happens at the next ones.';
comment on column public.messages.hidden_for is 'The sides that have deleted it for themselves.';

create index messages_waiting_idx on public.messages (conversation_id)
  where position is null or withdrawn_at is not null;

-- As of blocks: estimates would count rows that the caller does not see, such as those that wait.
do $$
declare
  listed record;
begin
  for listed in
    select attrelid::regclass as rows_of, attname from pg_attribute
    where attrelid in (
      'public.conversations'::regclass, 'public.conversation_participants'::regclass, 'public.messages'::regclass
    ) and attnum > 0
  loop
    execute format('alter table %s alter column %I set statistics 0', listed.rows_of, listed.attname);
  end loop;
end
$$;

alter table public.conversation_participants
  add foreign key (latest_message_id) references public.messages (id) on delete set null;

grant select (
  id, conversation_id, position, place, content, duration, waveform, filter_used, sent_at, deleted_at
) on public.messages to authenticated;

alter table public.messages enable row level security;

create function private.may_read_message(
  conversation uuid, sender smallint, at_position int, is_delivered boolean, hidden_for smallint[]
) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  mine constant private.conversation_sides := private.own_side(conversation);
begin
  return mine.user_id is not null
    -- One that waits has no position, and comes after those that were deleted.
    and coalesce(at_position > mine.deleted_position, true)
    and mine.place <> all (hidden_for)
    and (sender = mine.place or is_delivered and not private.is_cut_off(mine));
end
$$;
comment on function private.may_read_message is
  'Whether the caller reads a message: its own, or one that was delivered and that neither a block nor a deleted account hides, unless the caller has deleted it.';
grant execute on function private.may_read_message to authenticated;

-- The first condition finds the rows by an index, also for requests that name no conversation.
create policy "People see messages of conversations in which they take part"
  on public.messages for select to authenticated
  using (
    conversation_id = any ((select private.own_conversations())::uuid[])
    and private.may_read_message(conversation_id, place, position, is_delivered, hidden_for)
  );

-- Functions return whole rows, whose columns no grant restricts.
create function private.shown_message(message public.messages) returns public.messages
language plpgsql immutable
set search_path = ''
as $$
begin
  message.folded := null;
  message.clip_id := null;
  message.is_delivered := true;
  message.queue_place := null;
  message.withdrawn_at := null;
  message.hidden_for := '{}';
  return message;
end
$$;
comment on function private.shown_message is 'A message without what nobody may read.';

create function private.five_minutes(at timestamptz) returns timestamptz
language sql immutable
set search_path = ''
as $$
  select date_bin('5 minutes', at, '2000-01-01 00:00:00+00')
$$;
comment on function private.five_minutes is 'The full five minutes before a time.';

create function private.find_own_message(message uuid, conversation uuid) returns public.messages
language plpgsql
set search_path = ''
as $$
declare
  mine constant private.conversation_sides := private.own_side(conversation);
  found_message public.messages;
begin
  select * into found_message from public.messages
  where id = message and conversation_id = conversation and place = mine.place
    and private.may_read_message(conversation_id, place, position, is_delivered, hidden_for);
  return found_message;
end
$$;
comment on function private.find_own_message is
  'A message that the caller has sent and not deleted. How long a deleted one is kept depends on the other side.';

-- The first message to somebody: whether it may be sent, and which limit it counts against.
create function private.admit_first_message(mine private.conversation_sides) returns void
language plpgsql
set search_path = ''
as $$
declare
  is_established constant boolean := private.is_established(mine.user_id);
begin
  if mine.is_anonymous then
    perform private.require_anonymous(mine.user_id, mine.person_id);
    perform private.consume_quota('anonymous message', 1);
    -- The answer is the same, and a block that is made later changes nothing.
    update public.conversations set is_withheld = private.are_blocked(mine.user_id, mine.person_id)
    where id = mine.conversation_id;
  elsif not private.accepts_messages(mine.person_id) then
    raise exception 'This person does not accept messages from you.' using errcode = 'PT403';
  elsif not exists (
    select from public.follows where follower_id = mine.person_id and following_id = mine.user_id
  ) then
    -- Accounts that are not established write to a quarter as many.
    perform private.consume_quota('stranger', case when is_established then 1 else 4 end);
  end if;
end
$$;

create function private.admit_message(
  mine private.conversation_sides, content text, clip private.message_clips
) returns void
language plpgsql
set search_path = ''
as $$
begin
  case private.state_of(mine)
    when 'ended' then
      raise exception 'This conversation has ended.' using errcode = 'PT403';
    when 'blocked' then
      raise exception 'You have blocked this person.' using errcode = 'PT403';
    when 'waiting' then
      raise exception 'You can write again after an answer.' using errcode = 'PT403';
    else null;
  end case;
  if mine.is_anonymous and mine.place = 1
    and (content is not null or clip.filter_used is distinct from 'veil') then
    raise exception 'An anonymous message is a clip masked with Veil, without words.'
      using errcode = 'check_violation';
  end if;
  if mine.sent_count = 0 and mine.person_id is not null and not exists (
    select from public.conversation_participants as other
    where other.conversation_id = mine.conversation_id and other.place <> mine.place and other.sent_count > 0
  ) then
    perform private.admit_first_message(mine);
  end if;
end
$$;
comment on function private.admit_message is
  'Raises an error unless a side may send this message now. Counts first messages to strangers, and anonymous ones.';

create function public.send_message(
  id uuid, conversation uuid, content text default null, clip uuid default null
) returns setof public.messages
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  written constant text := nullif(private.clean_text(send_message.content), '');
  mine private.conversation_sides;
  used private.message_clips;
  waits boolean;
  sent public.messages;
begin
  perform private.begin_turn();
  sent := private.find_own_message(send_message.id, conversation);
  if sent.id is null then
    perform private.consume_quota('message', 1);
    mine := private.lock_conversation(conversation);
    -- The same request may have been under way.
    sent := private.find_own_message(send_message.id, conversation);
  end if;
  if sent.id is not null then
    return next private.shown_message(sent);
    return;
  end if;

  if clip is not null then
    used := private.use_message_clip(clip);
  end if;
  perform private.admit_message(mine, written, used);
  waits := mine.is_anonymous and mine.place = 1;
  if not waits then
    update public.conversations set message_count = message_count + 1 where id = conversation;
  end if;
  insert into public.messages (
    id, conversation_id, position, place, content, clip_id, duration, waveform, filter_used, sent_at,
    is_delivered, queue_place
  )
  select
    send_message.id, conversation, case when not waits then message_count end, mine.place, written,
    clip, used.duration, used.waveform, used.filter_used,
    -- After the lock: in the order of the positions.
    case when is_anonymous then private.five_minutes(clock_timestamp()) else clock_timestamp() end,
    not waits,
    case when waits then (
      select 1 + coalesce(max(queue_place), 0) from public.messages where conversation_id = conversation
    ) end
  from public.conversations where id = conversation
  on conflict (id) do nothing
  returning * into sent;
  if not found then
    raise exception 'This id is of another message.' using errcode = 'PT409';
  end if;

  update public.conversation_participants
  set is_accepted = true, is_archived = false, sent_count = sent_count + 1,
    latest_message_id = sent.id, latest_at = sent.sent_at
  where conversation_id = conversation and place = mine.place;
  if not waits then
    perform private.deliver_message(sent);
  end if;
  perform private.send_to_person(mine.user_id, 'message', conversation, sent.position);
  return next private.shown_message(sent);
end
$$;
comment on function public.send_message is
  'Sends words, an uploaded clip, or both. Repeated with the same id it sends nothing, and returns the message.';
revoke all on function public.send_message from anon, service_role;
grant execute on function public.send_message to authenticated;

-- In the transaction that has locked the conversation.
create function private.deliver_message(sent public.messages) returns void
language plpgsql
set search_path = ''
as $$
declare
  sender private.conversation_sides;
  recipient public.conversation_participants;
begin
  select * into strict sender from private.conversation_sides
  where conversation_id = sent.conversation_id and place = sent.place;
  insert into public.conversation_participants (conversation_id, place, user_id, is_accepted)
  select id, 2, second_id, false from public.conversations
  where id = sent.conversation_id and sent.place = 1 and second_id is not null
  on conflict do nothing;
  update public.conversation_participants as side
  set
    -- The first message is a request, unless the recipient follows its sender. An anonymous one always is.
    is_accepted = case
      when sender.sent_count > 1 or side.sent_count > 0 then is_accepted
      else not sender.is_anonymous and exists (
        select from public.follows where follower_id = side.user_id and following_id = sender.user_id
      )
    end,
    is_archived = is_archived and is_muted,
    unread_count = unread_count + 1,
    latest_message_id = sent.id,
    latest_at = sent.sent_at
  where conversation_id = sent.conversation_id and place <> sent.place
  returning * into recipient;
  perform private.send_to_person(recipient.user_id, 'message', sent.conversation_id, sent.position);
end
$$;
comment on function private.deliver_message is
  'Shows a message to the other side, which has its row of the conversation from the first one on. Delivers nothing if that account is deleted.';

create function private.count_unread(mine private.conversation_sides) returns int
language sql stable
set search_path = ''
as $$
  select count(*)::int from public.messages
  where conversation_id = mine.conversation_id and position > greatest(mine.read_position, mine.deleted_position)
    and place <> mine.place and is_delivered and mine.place <> all (hidden_for)
    and not private.is_cut_off(mine)
$$;
comment on function private.count_unread is 'The messages that a side reads and has not read yet.';

create function public.mark_read(conversation uuid, "position" int) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  mine private.conversation_sides;
  last_position int;
begin
  perform private.begin_turn();
  perform private.consume_quota('conversation', 1);
  mine := private.lock_conversation(conversation);
  select message_count into last_position from public.conversations where id = conversation;
  if mark_read.position > mine.read_position then
    mine.read_position := least(mark_read.position, last_position);
  end if;
  update public.conversation_participants
  set read_position = mine.read_position, unread_count = private.count_unread(mine)
  where conversation_id = conversation and place = mine.place
    and (read_position <> mine.read_position or unread_count > 0);
end
$$;
comment on function public.mark_read is 'Marks messages up to a position as read.';
revoke all on function public.mark_read from anon, service_role;
grant execute on function public.mark_read to authenticated;

create function public.search_messages(words text, before_message uuid default null)
returns setof public.messages
language plpgsql stable security definer
set search_path = ''
as $$
declare
  searched constant text := private.fold_hashtag(private.clean_line(words));
  conversations constant uuid[] := private.own_conversations();
  before public.messages;
begin
  if not private.is_fully_signed_in() or searched is null or not private.has_content(searched) then
    return;
  end if;
  if before_message is not null then
    select * into before from public.messages
    where id = before_message
      and private.may_read_message(conversation_id, place, position, is_delivered, hidden_for);
  end if;
  return query
    select shown.*
    from (
      -- The newest first, so that no more than a page of them is checked.
      select * from (
        select * from public.messages
        where conversation_id = any (conversations)
          and strpos(folded, searched) > 0
          and (before_message is null or
            -- In anonymous conversations many have the same time.
            (sent_at, coalesce(position, 2147483647), id)
              < (before.sent_at, coalesce(before.position, 2147483647), before.id))
        order by sent_at desc, position desc nulls first, id desc offset 0
      ) as message
      where private.may_read_message(conversation_id, place, position, is_delivered, hidden_for)
      limit 50
    ) as message, private.shown_message(message) as shown
    order by shown.sent_at desc, shown.position desc nulls first, shown.id desc;
end
$$;
comment on function public.search_messages is
  'The newest 50 messages that the caller reads and that contain these words, without regard to case and width; before a message, if one is given.';
revoke all on function public.search_messages from anon, service_role;
grant execute on function public.search_messages to authenticated;
