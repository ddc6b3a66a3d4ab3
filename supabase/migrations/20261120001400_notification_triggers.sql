-- Notifications of likes, comments, replies, follows, requests and mentions. Those of new drops are in the
-- migration drop_alerts.

create function private.wants_notification(recipient uuid, switch text) returns boolean
language sql stable
set search_path = ''
as $$
  select ((to_jsonb(profile) || to_jsonb(settings)) ->> switch)::boolean
  from public.profiles as profile
  join public.account_settings as settings using (user_id)
  where user_id = recipient
$$;
comment on function private.wants_notification is
  'Whether an account has switched a kind of notifications on, by the name of the setting; null if it has no profile, or there is no setting.';

create function private.notify(
  recipient uuid,
  actor uuid,
  notification_kind text,
  voice_drop uuid default null,
  comment uuid default null,
  words text default null,
  decision uuid default null
) returns void
language plpgsql
set search_path = ''
as $$
declare
  described private.notification_kinds;
begin
  -- Neither an account's own acts nor acts across a block are notified. Those that are muted are, and hidden
  -- by the policy.
  if recipient = actor or private.are_blocked(recipient, actor) then
    return;
  end if;
  select * into strict described from private.notification_kinds where kind = notification_kind;
  if described.reference <> (
    case when decision is not null then 'decision' when comment is not null then 'comment'
      when voice_drop is not null then 'drop' else 'none' end
  ) then
    raise exception 'A notification of the kind % refers to %', notification_kind, described.reference
      using errcode = 'invalid_parameter_value';
  end if;
  if not described.bell or described.switch is not null
    and private.wants_notification(recipient, described.switch) is not true then
    return;
  end if;
  insert into public.notifications
    (recipient_id, actor_id, type, reference_id, comment_id, content, decision_id)
  values (recipient, actor, notification_kind, voice_drop, comment, words, decision)
  on conflict do nothing;
end
$$;
comment on function private.notify is
  'Writes a notification, unless a block or the recipient''s settings exclude it. Called by triggers, and by deliveries.';

create function private.notify_of_like() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  liked public.voice_drops;
begin
  select * into liked from public.voice_drops where id = new.voice_drop_id;
  perform private.notify(liked.user_id, new.user_id, 'like', liked.id, null, liked.title);
  return null;
end
$$;

create trigger notify_of_like after insert on public.voice_drop_likes
  for each row execute function private.notify_of_like();

-- A notification that is locked is being marked as read or deleted, and is left alone.
create function private.delete_like_notifications() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.notifications
  where id = any (array(
    select notification.id
    from removed
    join public.notifications as notification
      on notification.type = 'like'
      and notification.reference_id = removed.voice_drop_id
      and notification.actor_id = removed.user_id
    where not notification.read
    for update of notification skip locked
  ));
  return null;
end
$$;

create trigger delete_like_notifications after delete on public.voice_drop_likes
  referencing old table as removed
  for each statement execute function private.delete_like_notifications();

create function private.notify_of_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- The account knows of one that it approves or has been asked for, unless it declined.
  if new.following_id is distinct from auth.uid() and not exists (
    select from public.follow_requests
    where requester_id = new.follower_id and account_id = new.following_id
      and not private.is_declined(requester_id, account_id, created_at)
  ) then
    perform private.notify(new.following_id, new.follower_id, 'follow');
  end if;
  return null;
end
$$;

create trigger notify_of_follow after insert on public.follows
  for each row execute function private.notify_of_follow();

create function private.delete_follow_notifications() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.notifications
  where id = any (array(
    select notification.id
    from removed
    join public.notifications as notification
      on notification.type = 'follow'
      and notification.recipient_id = removed.following_id
      and notification.actor_id = removed.follower_id
    where not notification.read
    for update of notification skip locked
  ));
  return null;
end
$$;

create trigger delete_follow_notifications after delete on public.follows
  referencing old table as removed
  for each statement execute function private.delete_follow_notifications();

create function private.notify_of_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- That of a declined request is hidden by a policy.
  perform private.notify(new.account_id, new.requester_id, 'request');
  return null;
end
$$;

create trigger notify_of_request after insert on public.follow_requests
  for each row execute function private.notify_of_request();

-- A request that was approved or withdrawn needs no attention any more.
create function private.delete_request_notifications() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.notifications
  where id = any (array(
    select notification.id
    from ended
    join public.notifications as notification
      on notification.type = 'request'
      and notification.recipient_id = ended.account_id
      and notification.actor_id = ended.requester_id
    for update of notification skip locked
  ));
  return null;
end
$$;

create trigger delete_request_notifications after delete on public.follow_requests
  referencing old table as ended
  for each statement execute function private.delete_request_notifications();

create function private.mentioned_handles(content text) returns setof text
language sql immutable
set search_path = ''
as $$
  -- The expression of packages/domain: an address, in which nobody is mentioned, or a mention.
  select distinct handle
  from (
    select lower(found[1]) as handle
    from regexp_matches(
      content,
      '(?<![A-Za-z0-9])(?:[A-Za-z][A-Za-z0-9+.-]*://|(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/)'
      '[^\u0001-\u0020<>"\u0080-\u00A0\u2000-\u206F\u3000-\u3011\uFF01-\uFF1F]*'
      '|(?<![A-Za-z0-9_@\uFF20/=-])[@\uFF20]([A-Za-z0-9_][A-Za-z0-9._-]{1,28}[A-Za-z0-9_])'
      '(?![.-]*[A-Za-z0-9_]|[@\uFF20\u00C0-\u024F\u0300-\u036F\u1E00-\u1EFF]|://)',
      'g'
    ) with ordinality as matches (found, position)
    where found[1] is not null
    order by position
    limit 10
  ) as mentioned
$$;
comment on function private.mentioned_handles is
  'Handles of the first ten @mentions in a text. As in packages/domain.';

-- Mentions are stored by account, so that their links follow a rename and never lead to another account.

create table private.comment_mentions (
  id bigint generated always as identity primary key,
  comment_id uuid not null references public.voice_drop_comments (id) on delete cascade,
  handle text collate "C" not null,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  constraint comment_mentions_comment_id_handle_key unique (comment_id, handle)
);

comment on table private.comment_mentions is
  'The accounts that comments mention. Read as the computed column mentions of comments.';
comment on column private.comment_mentions.handle is
  'The username as it was when the comment was written, in lower case.';

create index comment_mentions_user_id_idx on private.comment_mentions (user_id);

-- As voice_drop_counts: the API does not expose the schema, and the function takes a row of comments.
alter table private.comment_mentions enable row level security;
grant select (comment_id, handle, user_id) on private.comment_mentions to anon, authenticated;
grant all on private.comment_mentions to service_role;

create policy "People and visitors can read the mentions of every comment"
  on private.comment_mentions for select to anon, authenticated
  using (true);

grant execute on function private.mentioned_handles to anon, authenticated, service_role;

create function private.find_mentions(public.voice_drop_comments) returns jsonb
language sql stable
return (
  select coalesce(jsonb_object_agg(mention.handle, profile.username), '{}')
  from (
    select handle, user_id from private.comment_mentions where comment_id = $1.id
    union all
    -- The insertion of a comment returns it before its mentions are stored.
    select handle, user_id from public.profiles
    where $1.created_at = now()
      and not exists (select from private.comment_mentions where comment_id = $1.id)
      and handle in (select private.mentioned_handles($1.content))
  ) as mention
  join public.profiles as profile on profile.user_id = mention.user_id
  where profile.username is not null
);
grant execute on function private.find_mentions to anon, authenticated, service_role;

-- PostgreSQL inlines this function, so that comments without an @ cost nothing.
create function public.mentions(public.voice_drop_comments) returns jsonb
language sql stable
return case when $1.content ~ '[@\uFF20]' then private.find_mentions($1) else '{}' end;
comment on function public.mentions is
  'The present usernames of the accounts that a comment mentions, by the handles in its text. Without those that the caller cannot see.';
grant execute on function public.mentions to anon, authenticated, service_role;

-- A comment notifies the drop's owner and the author of the comment that it replies to, if their
-- settings allow it, and other mentioned accounts that may see the drop. Each is notified once.
create function private.notify_of_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  words constant text := nullif(new.content, '');
  person uuid;
begin
  for person in
    select user_id from public.voice_drops where id = new.voice_drop_id
    union
    select user_id from public.voice_drop_comments where id = new.parent_comment_id
  loop
    if private.may_see_voice_drop(person, new.voice_drop_id) then
      perform private.notify(
        person, new.user_id, 'comment', new.voice_drop_id, new.id, words
      );
    end if;
  end loop;

  insert into private.comment_mentions (comment_id, handle, user_id)
  select new.id, handle, user_id from public.profiles
  where handle in (select private.mentioned_handles(new.content));

  for person in
    select user_id from private.comment_mentions as mention
    where comment_id = new.id
      and not exists (
        select from public.notifications
        where comment_id = new.id and recipient_id = mention.user_id
      )
      and private.may_see_voice_drop(user_id, new.voice_drop_id)
  loop
    perform private.notify(
      person, new.user_id, 'mention', new.voice_drop_id, new.id, words
    );
  end loop;
  return null;
end
$$;

create trigger notify_of_comment after insert on public.voice_drop_comments
  for each row execute function private.notify_of_comment();

-- A block deletes the notifications that the two accounts caused each other.
create function private.end_notifications_on_block() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.notifications
  where id = any (array(
    select notification.id
    from (
      select blocker_id, blocked_id from added
      union all
      select blocked_id, blocker_id from added
    ) as sides (recipient_id, actor_id)
    join public.notifications as notification using (recipient_id, actor_id)
    -- The policy hides those of new drops while the block lasts.
    where notification.type <> 'drop'
    order by notification.id
    for update of notification
  ));
  return null;
end
$$;

create trigger end_notifications_on_block after insert on public.blocks
  referencing new table as added
  for each statement execute function private.end_notifications_on_block();

-- Realtime sends of a deleted row only its key, to everyone. So the recipients of deleted notifications
-- that were unread receive an empty message, after which the app reads their number again. The topic also
-- has the requests that were approved because the account has gone public (approve_requests).

create policy "People receive messages about their own notifications"
  on realtime.messages for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'notifications:' || (select auth.uid())
    and (select private.is_fully_signed_in())
  );

create function private.send_deleted_notifications() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'deleted', 'notifications:' || recipient_id)
  from (select distinct recipient_id from removed where not read) as recipients;
  return null;
end
$$;

create trigger send_deleted_notifications after delete on public.notifications
  referencing old table as removed
  for each statement execute function private.send_deleted_notifications();

-- A deleted drop ends the notifications of it. Those that it was posted only lose it, which hides them.
create function private.end_notifications_of_drop() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.notifications where reference_id = old.id and type <> 'drop';
  perform realtime.send('{}', 'deleted', 'notifications:' || recipient_id)
  from public.notifications where reference_id = old.id and not read;
  return old;
end
$$;

create trigger end_notifications_of_drop before delete on public.voice_drops
  for each row execute function private.end_notifications_of_drop();

-- A decline hides a notification, and taking it back shows it again.
create function private.send_hidden_notifications() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'deleted', 'notifications:' || account_id)
  from (select distinct account_id from changed) as accounts;
  return null;
end
$$;

create trigger send_hidden_notifications after insert on public.follow_declines
  referencing new table as changed
  for each statement execute function private.send_hidden_notifications();
create trigger send_shown_notifications after delete on public.follow_declines
  referencing old table as changed
  for each statement execute function private.send_hidden_notifications();
