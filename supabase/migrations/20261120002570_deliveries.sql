-- Deliveries to devices: the events of the outbox that have a target. The function `push` claims what is due,
-- sends it, and reports the outcome, also of mails. Whether an event may still be sent is decided when it is claimed.

create function private.queue_pushes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Most accounts have none, so this comes first.
  if not exists (select from public.push_subscriptions where user_id = new.recipient_id) then
    return null;
  end if;
  insert into private.outbox (kind, subject, target, topic)
  select 'notification', new.id, device.id, concat_ws(':', new.type, new.reference_id)
  from public.push_subscriptions as device
  join public.profiles as recipient using (user_id)
  join private.notification_kinds as described on described.kind = new.type and described.push
  where device.user_id = new.recipient_id and recipient.push_notifications;
  if found then
    perform private.request_deliveries();
  end if;
  return null;
end
$$;

-- For each row: notifications are written one by one, and a transition table costs more than the function.
create trigger queue_pushes after insert on public.notifications
  for each row execute function private.queue_pushes();

-- Unlogged: after a crash the second is over.
create unlogged table private.delivery_requests (second timestamptz primary key);
comment on table private.delivery_requests is 'The seconds in which the function was called.';
alter table private.delivery_requests enable row level security;

create function private.call_server_function(function_name text, body jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
  secret_key text;
begin
  select max(decrypted_secret) filter (where name = 'project_url'),
    max(decrypted_secret) filter (where name = 'secret_key')
  into address, secret_key
  from vault.decrypted_secrets where name in ('project_url', 'secret_key');
  -- Nothing is sent until the operator has stored both.
  if address is not null and secret_key is not null then
    perform net.http_post(
      address || '/functions/v1/' || function_name,
      body => body,
      headers => jsonb_build_object('content-type', 'application/json', 'apikey', secret_key),
      timeout_milliseconds => 60000
    );
  end if;
end
$$;
comment on function private.call_server_function is
  'Calls a function of the server with the secret key, after the commit, without waiting for it.';

create function private.request_deliveries(after interval default '0') returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  -- The function waits for its end.
  this_second constant timestamptz := date_trunc('second', clock_timestamp() + after);
begin
  -- Without this lock the insertion would wait for another transaction's.
  if not pg_try_advisory_xact_lock(
    hashtext('private.delivery_requests'), (extract(epoch from this_second)::bigint % 1e9)::int
  ) then
    return;
  end if;
  insert into private.delivery_requests values (this_second) on conflict do nothing;
  if not found then
    return;
  end if;
  perform private.call_server_function(
    'push', jsonb_build_object('requestedAt', extract(epoch from this_second) * 1000)
  );
exception when others then
  -- The act that caused the delivery must not fail. A job requests the delivery again.
  raise warning 'Deliveries were not requested: %', sqlerrm;
end
$$;
comment on function private.request_deliveries is
  'Calls the function that delivers, after the commit and once a second at most, for what is due now or in a few seconds. Never waits.';

create function private.request_missed_deliveries() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform from private.outbox
  where (target is not null or kind like 'mail-%') and ended_at is null and due <= now() limit 1;
  if found then
    perform private.request_deliveries();
  end if;
end
$$;
comment on function private.request_missed_deliveries is 'Requests deliveries if any are due.';

-- What the recipient sees of a notification now. Its owner is the role of signed-in people, so that their
-- policies apply: blocks, mutes, audiences, declined requests. The caller sets the claims. Words and titles
-- are those of public drops only, since a locked screen shows them.
create function private.describe_notification(notification_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'kind', notification.type,
    'actor', actor.username,
    'others', (
      select count(distinct other.actor_id) from public.notifications as other
      where other.recipient_id = notification.recipient_id
        and other.type = notification.type
        and other.reference_id is not distinct from notification.reference_id
        and other.actor_id <> notification.actor_id
        and not other.read
    ),
    'words', case
      when posted.audience is distinct from 'public' then null
      when comment.id is not null then notification.content
      else coalesce(notification.content, posted.title)
    end,
    'isVoice', comment.audio_url is not null,
    'drop', notification.reference_id,
    'comment', notification.comment_id,
    'decision', notification.decision_id,
    'isOwnDrop', posted.user_id = notification.recipient_id,
    'unread', (
      select count(*) from public.notifications as unread
      where unread.recipient_id = notification.recipient_id and not unread.read
    )
  )
  from public.notifications as notification
  left join public.profiles as actor on actor.user_id = notification.actor_id
  left join public.voice_drops as posted on posted.id = notification.reference_id
  left join public.voice_drop_comments as comment on comment.id = notification.comment_id
  where notification.id = notification_id and not notification.read
    and (notification.actor_id is null or actor.user_id is not null)
$$;
comment on function private.describe_notification is
  'An unread notification as its recipient, the caller, sees it now; null if the caller does not.';
grant create on schema private to authenticated;
alter function private.describe_notification owner to authenticated;
revoke create on schema private from authenticated;
revoke all on function private.describe_notification from authenticated;
grant execute on function private.describe_notification to postgres;

create function private.notification_message(notification_id uuid, recipient uuid, level text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  message jsonb;
begin
  perform from public.notifications as notification
  join private.notification_kinds as described on described.kind = notification.type
  where notification.id = notification_id
    and notification.recipient_id = recipient
    and (described.switch is null or private.wants_notification(recipient, described.switch))
    and not private.are_blocked(recipient, notification.actor_id)
    and not exists (
      select from auth.users
      where id in (recipient, notification.actor_id) and banned_until > now()
    )
    and not exists (
      select from public.profiles where user_id in (recipient, notification.actor_id) and is_banned
    );
  if not found then
    return null;
  end if;
  perform set_config(
    'request.jwt.claims',
    json_build_object('sub', recipient, 'role', 'authenticated', 'aal', level)::text,
    true
  );
  message := private.describe_notification(notification_id);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
  return message;
end
$$;
comment on function private.notification_message is
  'What is sent of a notification to its recipient, in a session of the given level; null if nothing may be sent any more.';

create function private.push_message(event private.outbox, device public.push_subscriptions) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if event.kind = 'test' then
    return '{"kind": "test"}';
  end if;
  -- At the level of the device's session, which may lack a second factor that the account has.
  return (
    select case event.kind
      when 'notification' then
        private.notification_message(event.subject, device.user_id, session.aal::text)
      else private.message_notice(event.subject, device.user_id, session.aal::text)
        || jsonb_build_object('kind', event.kind)
    end
    from auth.sessions as session
    where session.id = device.session_id
      and private.wants_notification(device.user_id, 'push_notifications')
  );
end
$$;
comment on function private.push_message is
  'What is sent to a device for an event; null if nothing may be sent any more.';

create function private.claim_delivery(event private.outbox, device public.push_subscriptions)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  message jsonb;
  ending text;
begin
  message := private.push_message(event, device);
  if message is null then
    ending := 'dropped';
  elsif event.kind <> 'test' and (
    -- As in packages/domain: PUSH_HOURLY_MAX.
    select count(*) >= 30 from private.outbox
    where target = event.target and kind <> 'test' and outcome = 'delivered'
      and (kind = 'notification') = (event.kind = 'notification')
      and ended_at > now() - interval '1 hour'
  ) then
    ending := 'capped';
  end if;
  if ending is not null then
    update private.outbox set ended_at = now(), outcome = ending where id = event.id;
    return null;
  end if;
  -- With the others of its topic, whose number the message has: they end with it if it is delivered.
  update private.outbox set claimed_at = now(), due = now() + interval '2 minutes'
  where id = event.id or (
    target = event.target and topic = event.topic and event.kind <> 'test' and ended_at is null
  );
  return message || jsonb_build_object(
    'id', event.id,
    'topic', event.topic,
    'account', device.user_id,
    'endpoint', device.endpoint,
    'p256dh', device.p256dh,
    'auth', device.auth_secret,
    'isNamed', not private.is_browser_push_service(device.endpoint)
  );
end
$$;
comment on function private.claim_delivery is
  'Locks an event for two minutes and returns what is sent; null if it ended, since nothing may be sent.';

-- Where thousands wait for a device, all but a few end here, in two statements.
create function private.claim_for_device(device public.push_subscriptions) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  kinds constant text[] := array(
    select kind from private.notification_kinds
    where push
      and private.wants_notification(device.user_id, 'push_notifications')
      and (switch is null or private.wants_notification(device.user_id, switch))
  );
  event private.outbox;
  delivery jsonb;
begin
  perform from auth.sessions as session
  where session.id = device.session_id
    and (session.not_after is null or session.not_after > now());
  if not found or not private.is_push_service(device.endpoint) then
    -- Its session was stolen, or the operator does not name its origin any more.
    delete from public.push_subscriptions where id = device.id;
    return null;
  end if;
  update private.outbox as waiting set due = sent.at + interval '10 minutes'
  from (
    select topic, max(ended_at) as at from private.outbox
    where target = device.id and kind = 'notification' and outcome = 'delivered'
      and ended_at > now() - interval '10 minutes'
    group by topic
  ) as sent
  where waiting.target = device.id and waiting.topic = sent.topic and waiting.kind = 'notification'
    and waiting.ended_at is null and waiting.due <= now();
  update private.outbox as waiting
  set ended_at = now(),
    outcome = case when created_at < now() - interval '1 day' then 'given up' else 'dropped' end
  where target = device.id and ended_at is null and due <= now()
    and (
      created_at < now() - interval '1 day'
      or kind = 'notification' and not exists (
        select from public.notifications as notification
        where notification.id = waiting.subject and not notification.read
          and notification.type = any (kinds)
      )
      or kind not in ('notification', 'test')
        and not private.is_unread_by(waiting.subject, device.user_id)
    );
  for event in
    select * from private.outbox as waiting
    where target = device.id and ended_at is null and due <= now()
    order by due, id limit 20
  loop
    delivery := private.claim_delivery(event, device);
    exit when delivery is not null;
  end loop;
  return delivery;
end
$$;
comment on function private.claim_for_device is
  'Claims the next event of a device that may be sent. Returns null if there is none among the first twenty.';

create function public.claim_deliveries(max int) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  device public.push_subscriptions;
  delivery jsonb;
  claimed jsonb := '[]';
  restored_at timestamptz;
  begun_at timestamptz;
begin
  -- One call at a time, so that two never claim messages of one topic. A call takes milliseconds.
  perform pg_advisory_xact_lock(hashtext('public.claim_deliveries'));
  begun_at := clock_timestamp();
  -- People have received, or missed, what was due long before a backup was restored.
  select decrypted_secret::timestamptz into restored_at
  from vault.decrypted_secrets where name = 'restored_at';
  if restored_at is not null then
    update private.outbox set ended_at = now(), outcome = 'given up'
    where (target is not null or kind like 'mail-%') and ended_at is null
      and created_at < restored_at - interval '1 hour';
  end if;
  -- One of each device, so that a slow one delays none but itself.
  for device in
    select known.* from public.push_subscriptions as known
    join (
      select target, min(waiting.due) as due from private.outbox as waiting
      where target is not null and ended_at is null and waiting.due <= now()
      group by target
    ) as due_for on due_for.target = known.id
    where (known.paused_until is null or known.paused_until <= now())
      and not exists (
        select from private.outbox as claimed
        where claimed.target = known.id and claimed.ended_at is null
          and claimed.claimed_at > now() - interval '2 minutes'
      )
    order by due_for.due
  loop
    delivery := private.claim_for_device(device);
    if delivery is not null then
      claimed := claimed || delivery;
    end if;
    -- Where almost nothing may be sent any more, the next call continues: a call that is cancelled is undone.
    exit when jsonb_array_length(claimed) = max
      or clock_timestamp() > begun_at + interval '2 seconds';
  end loop;
  return claimed || private.claim_mails(max - jsonb_array_length(claimed));
end
$$;
comment on function public.claim_deliveries is
  'Claims events of the outbox that are due, one of each device and mailed account at most, and returns what is sent to where. Each has to be finished within two minutes.';
revoke all on function public.claim_deliveries from anon, authenticated;
grant execute on function public.claim_deliveries to service_role;

create function public.finish_deliveries(ids bigint[], outcome text) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  devices constant uuid[] := array(
    select target from private.outbox where id = any (ids) and ended_at is null and target is not null
  );
  -- All that a message has announced. A claim is one transaction, with one message of each device.
  announced constant bigint[] := array(
    select other.id from private.outbox as event
    join private.outbox as other using (target, topic, claimed_at)
    where event.id = any (ids) and event.ended_at is null and other.ended_at is null
  );
begin
  perform private.finish_mails(ids, finish_deliveries.outcome);
  case finish_deliveries.outcome
    when 'delivered', 'refused' then
      delete from private.outbox where id = any (announced) and id <> all (ids);
      update private.outbox set ended_at = now(), outcome = finish_deliveries.outcome
      where id = any (announced);
      update public.push_subscriptions set failures = 0, paused_until = null
      where id = any (devices) and failures > 0;
    when 'failed' then
      update private.outbox
      set claimed_at = null, attempts = attempts + 1,
        due = now() + least(power(2, attempts), 60) * interval '1 minute'
      where id = any (announced);
      update public.push_subscriptions
      set failures = failures + 1,
        paused_until = case when failures % 10 = 9 then now() + interval '1 hour' end
      where id = any (devices);
    when 'gone' then
      delete from public.push_subscriptions where id = any (devices);
  end case;
end
$$;
comment on function public.finish_deliveries is
  'Ends claimed deliveries: delivered; refused, for good; failed, to be tried again, less and less often; or gone, with the device. Ten failures in a row pause a device for an hour.';
revoke all on function public.finish_deliveries from anon, authenticated;
grant execute on function public.finish_deliveries to service_role;

create function public.send_test_push(device uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_own_session();
  perform private.consume_quota('push test', 1);
  update public.push_subscriptions set paused_until = null
  where id = send_test_push.device and user_id = auth.uid();
  if not found then
    raise exception 'This device is not registered' using errcode = 'PT404';
  end if;
  insert into private.outbox (kind, subject, target, topic)
  values ('test', gen_random_uuid(), send_test_push.device, 'test');
  perform private.request_deliveries();
end
$$;
comment on function public.send_test_push is 'Sends a test message to one of the caller''s own devices.';
revoke all on function public.send_test_push from anon, service_role;
grant execute on function public.send_test_push to authenticated;
