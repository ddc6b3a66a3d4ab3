-- Messages to devices and by mail. Neither has the words, and a device names who has written only if its owner has
-- switched that on. Nothing here depends on who the sender of an anonymous conversation is.

create function private.is_unread_by(message uuid, person uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.messages as waiting
    join public.conversation_participants as side using (conversation_id)
    where waiting.id = message and side.user_id = person and side.place <> waiting.place
      and waiting.position > greatest(side.read_position, side.deleted_position)
      and waiting.deleted_at is null and side.place <> all (waiting.hidden_for)
  )
$$;
comment on function private.is_unread_by is
  'Whether a message is still there for its recipient, who has not read it.';

create function private.message_notice(message uuid, recipient uuid, level text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  side private.conversation_sides;
begin
  select known.* into side
  from public.messages as waiting
  join private.conversation_sides as known using (conversation_id)
  where waiting.id = message and known.user_id = recipient;
  if not private.is_unread_by(message, recipient)
    or side.is_muted
    or private.state_of(side) in ('ended', 'blocked')
    or private.wants_notification(recipient, 'messages_notifications') is not true
    or exists (
      select from auth.users where id in (recipient, side.person_id) and banned_until > now()
    )
    or exists (select from public.profiles where user_id in (recipient, side.person_id) and is_banned)
    or exists (
      select from public.mutes
      where user_id = recipient and person_id = side.person_id and (until is null or until > now())
    )
    or level is distinct from 'aal2' and exists (
      select from auth.mfa_factors where user_id = recipient and status = 'verified'
    )
  then
    return null;
  end if;
  return jsonb_build_object(
    'conversation', side.conversation_id,
    'actor', (
      select username from public.profiles
      join public.account_settings as settings on settings.user_id = recipient
      where profiles.user_id = side.person_id and settings.names_on_lock_screen
    )
  );
end
$$;
comment on function private.message_notice is
  'What is sent of an unread message to its recipient, in a session of the given level; null if nothing may be sent any more.';

create function private.queue_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  message_kind constant text := (
    select case
      when new.is_accepted then 'message' when is_anonymous then 'anonymous_message' else 'message_request'
    end
    from public.conversations where id = new.conversation_id
  );
begin
  if new.is_muted or private.wants_notification(new.user_id, 'messages_notifications') is not true then
    return null;
  end if;
  -- A device on which the conversation is open has read it before it is due.
  insert into private.outbox (kind, subject, target, topic, due)
  select message_kind, new.latest_message_id, device.id, 'message:' || new.conversation_id,
    now() + interval '3 seconds'
  from public.push_subscriptions as device
  join public.profiles as recipient using (user_id)
  where device.user_id = new.user_id and recipient.push_notifications;
  if found then
    perform private.request_deliveries('3 seconds');
  end if;
  insert into private.outbox (kind, subject, recipient, details, due)
  select 'mail-message', new.latest_message_id, new.user_id,
    jsonb_build_object('conversation', new.conversation_id, 'kind', message_kind),
    now() + interval '15 minutes'
  from private.mail_addresses as address
  join public.profiles as recipient using (user_id)
  where address.user_id = new.user_id and address.confirmed_at is not null and address.refused_at is null
    and recipient.email_notifications
    -- One for each conversation: further messages do not postpone it.
    and not exists (
      select from private.outbox as waiting
      where waiting.recipient = new.user_id and waiting.kind = 'mail-message' and waiting.ended_at is null
        and waiting.details ->> 'conversation' = new.conversation_id::text
        and private.is_unread_by(waiting.subject, new.user_id)
    );
  return null;
end
$$;

create trigger queue_message after update on public.conversation_participants
  for each row when (
    new.unread_count > old.unread_count and new.latest_message_id is distinct from old.latest_message_id
  )
  execute function private.queue_message();

create function private.mailed_messages(account uuid, ids bigint[]) returns jsonb
language sql
set search_path = ''
as $$
  select jsonb_agg(notice order by created_at)
  from (
    select created_at,
      private.message_notice(subject, account, 'aal2')
        || jsonb_build_object('kind', details ->> 'kind') as notice
    from private.outbox
    where id = any (ids)
      and created_at > coalesce((select private.last_active(account)), '-infinity')
    order by created_at limit 100
  ) as considered
  where notice is not null
$$;
comment on function private.mailed_messages is
  'The conversations with unread messages since the account was last active, the oldest first; null if there are none.';
