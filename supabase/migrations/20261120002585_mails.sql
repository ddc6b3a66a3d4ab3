-- Mails: the events of the outbox whose kinds begin with mail-. They are claimed and finished with the deliveries to
-- devices.

create function private.queue_mail() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Most accounts get no mails, so this comes first.
  perform from private.mail_addresses
  where user_id = new.recipient_id and confirmed_at is not null and refused_at is null;
  if found then
    insert into private.outbox (kind, subject, recipient, due)
    select 'mail-' || described.mail, new.id, new.recipient_id,
      now() + case described.mail when 'soon' then interval '15 minutes' else interval '1 day' end
    from private.notification_kinds as described
    join public.profiles as recipient on recipient.user_id = new.recipient_id
    where described.kind = new.type and described.mail <> 'none' and recipient.email_notifications;
  end if;
  return null;
end
$$;

create trigger queue_mail after insert on public.notifications
  for each row execute function private.queue_mail();

create function private.last_active(account uuid) returns timestamptz
language sql stable
set search_path = ''
as $$
  select greatest(
    (select active_at from private.mail_addresses where user_id = account),
    (select max(created_at) from auth.sessions where user_id = account),
    (select max(renewed_at) from public.push_subscriptions where user_id = account),
    -- When the latest count of acts began, a minute or an hour before the latest act at most.
    (
      select max(acts.short_ends - allowed.short)
      from private.recent_acts as acts join private.act_limits as allowed using (act)
      where acts.user_id = account
    )
  )
$$;
comment on function private.last_active is
  'When an account was last active: signed in, opened the app on a device with push messages, pressed something in it, or did something that is counted. An app that is merely open does not count.';

create function public.record_activity() returns boolean
language sql security definer
set search_path = ''
as $$
  with recorded as (
    update private.mail_addresses set active_at = now()
    where user_id = (select auth.uid()) and (select private.is_fully_signed_in())
    returning true
  )
  select exists (select from recorded)
$$;
comment on function public.record_activity is
  'Records that the caller uses the app, so that no mail is sent of what the app shows. False where no mails are sent.';
revoke all on function public.record_activity from anon, service_role;
grant execute on function public.record_activity to authenticated;

create function private.mailed_notifications(account uuid, ids bigint[]) returns jsonb
language sql
set search_path = ''
as $$
  with considered as materialized (
    select event.kind, notification.type, notification.reference_id, notification.created_at,
      private.notification_message(notification.id, account, 'aal2') as message
    from private.outbox as event
    join public.notifications as notification on notification.id = event.subject
    where event.id = any (ids)
      and notification.created_at > coalesce((select private.last_active(account)), '-infinity')
    order by notification.created_at desc
    limit 100
  ), merged as (
    -- In a digest, those of a kind and a drop are one, whose message counts the others.
    select distinct on (line)
      case kind when 'mail-digest' then concat_ws(':', type, reference_id) else message::text end as line,
      case kind when 'mail-soon' then message || '{"others": 0}' else message end as message,
      created_at
    from considered where message is not null
    order by line, created_at desc
  )
  select jsonb_agg(message order by created_at) from merged
$$;
comment on function private.mailed_notifications is
  'What is mailed of the notifications of events: the unread ones since the account was last active, as it sees them now, the oldest first; null if there are none.';

create function private.mail_content(event private.outbox, ids bigint[]) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  account auth.users;
  address constant private.mail_addresses := private.mail_address(event.recipient);
  items jsonb;
begin
  if event.kind = 'mail-contact' then
    return event.details;
  end if;
  select * into account from auth.users
  where id = event.recipient and email is not null and (banned_until is null or banned_until <= now());
  if not found or address.refused_at is not null then
    return null;
  end if;
  if event.kind in ('mail-sign-in', 'mail-export') then
    return event.details || jsonb_build_object('email', account.email);
  elsif event.kind = 'mail-factor' then
    return private.factor_mail(event) || jsonb_build_object('email', account.email);
  elsif event.kind in ('mail-statement', 'mail-outcome') then
    return private.decision_mail(event) || jsonb_build_object('email', account.email);
  elsif private.wants_notification(event.recipient, 'email_notifications') is not true
    or address.user_id is null then
    return null;
  elsif event.kind = 'mail-confirmation' then
    return case when address.confirmed_at is null then
      jsonb_build_object('email', account.email, 'token', private.mail_token(address, 'confirm'))
    end;
  elsif address.confirmed_at is null then
    return null;
  end if;
  items := case event.kind
    when 'mail-message' then private.mailed_messages(event.recipient, ids)
    else private.mailed_notifications(event.recipient, ids)
  end;
  return case when items is not null then
    jsonb_build_object(
      'email', account.email, 'token', private.mail_token(address, 'stop'), 'items', items
    )
  end;
end
$$;
comment on function private.mail_content is
  'What a mail says; null if it must not be sent any more.';

-- Those that are collected with an event, itself included.
create function private.collected_mails(event private.outbox) returns bigint[]
language sql stable
set search_path = ''
as $$
  select case
    when event.kind in ('mail-soon', 'mail-digest', 'mail-message') then array(
      select id from private.outbox
      where recipient = event.recipient and kind = event.kind and ended_at is null
        and (kind = 'mail-digest' or created_at <= now() - interval '15 minutes')
    )
    else array[event.id]
  end
$$;

create function private.earliest_mail(event private.outbox) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case
    when event.kind in ('mail-soon', 'mail-message') then (
      select max(ended_at) + interval '1 hour' from private.outbox
      where recipient = event.recipient and kind = event.kind and outcome = 'delivered'
    )
    when event.kind = 'mail-digest' then event.created_at + case (
      select mail_digest from public.account_settings where user_id = event.recipient
    ) when 'weekly' then interval '7 days' else interval '1 day' end
    when event.kind = 'mail-factor' then event.created_at + (event.details ->> 'after')::interval
  end
$$;
comment on function private.earliest_mail is
  'When the mail of an event may be sent: an hour after the one before; as a digest a day or a week after the first notification in it; one about a second factor when it says. Null for at once.';

create function private.claim_mail(event private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  ids constant bigint[] := private.collected_mails(event);
  earliest constant timestamptz := private.earliest_mail(event);
  content jsonb;
  ending text;
begin
  if earliest > now() then
    -- The person may choose another time meanwhile.
    update private.outbox set due = least(earliest, now() + interval '1 day') where id = any (ids);
    return null;
  end if;
  content := private.mail_content(event, ids);
  -- The one before may have been days ago, and a choice of daily makes a weekly one late at once.
  if (event.attempts > 0 and greatest(earliest, event.created_at) < now() - interval '1 day')
    or (event.repeats > 0 and event.claimed_at is not null) then
    ending := 'given up';
  elsif content is null then
    ending := 'dropped';
  end if;
  if ending is not null then
    update private.outbox set ended_at = now(), outcome = ending where id = any (ids);
    return null;
  end if;
  update private.outbox
  set repeats = repeats + (claimed_at is not null)::int,
    claimed_at = now(), due = now() + interval '2 minutes'
  where id = any (ids);
  return content || jsonb_build_object(
    'id', event.id, 'ids', ids, 'mail', event.kind, 'subject', event.subject
  );
end
$$;
comment on function private.claim_mail is
  'Locks the events of a mail for two minutes and returns what is sent; null if it is postponed, or ended since nothing may be sent.';

create function private.claim_mails(max int) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  begun_at constant timestamptz := clock_timestamp();
  event private.outbox;
  mail jsonb;
  claimed jsonb := '[]';
begin
  for event in
    select * from (
      select distinct on (coalesce(recipient, subject), kind) * from private.outbox as waiting
      where kind like 'mail-%' and ended_at is null and waiting.due <= now()
      order by coalesce(recipient, subject), kind, waiting.due, id
    ) as first_of_each
    where not exists (
      select from private.outbox as claimed
      where claimed.recipient = first_of_each.recipient and claimed.kind = first_of_each.kind
        and claimed.ended_at is null and claimed.claimed_at > now() - interval '2 minutes'
    )
    order by due
  loop
    -- As with devices, the next call continues.
    exit when jsonb_array_length(claimed) = max
      or clock_timestamp() > begun_at + interval '2 seconds';
    mail := private.claim_mail(event);
    if mail is not null then
      claimed := claimed || mail;
    end if;
  end loop;
  return claimed;
end
$$;
comment on function private.claim_mails is 'Claims mails that are due, and returns what is sent to where.';

create function private.finish_mails(ids bigint[], outcome text) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
begin
  if finish_mails.outcome = 'refused' then
    insert into private.mail_addresses as known (user_id, email, refused_at)
    select distinct users.id, users.email, now()
    from private.outbox as event join auth.users on users.id = event.recipient
    where event.id = any (ids) and event.ended_at is null and users.email is not null
    on conflict (user_id) do update set refused_at = now() where known.email = excluded.email;
  end if;
  if finish_mails.outcome = 'failed' then
    update private.outbox
    set claimed_at = null, attempts = attempts + 1,
      due = now() + least(power(2, attempts), 60) * interval '1 minute'
    where id = any (ids) and ended_at is null and kind like 'mail-%';
  else
    update private.outbox set ended_at = now(), outcome = finish_mails.outcome
    where id = any (ids) and ended_at is null and kind like 'mail-%';
  end if;
end
$$;
comment on function private.finish_mails is
  'Ends claimed mails: delivered; refused, for good, with the address; or failed, to be tried again, less and less often.';
