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
