-- Mails: the events of the outbox that have a recipient. They are claimed and finished with the deliveries to
-- devices. Anybody can sign up with a stranger's address, so nothing but a request to confirm it, and notices of
-- sign-ins, is sent to an address until its owner has followed the link of that request.

create table private.mail_addresses (
  user_id uuid primary key references public.profiles (user_id) on delete cascade,
  email text not null,
  secret bytea not null default extensions.gen_random_bytes(32),
  confirmed_at timestamptz,
  refused_at timestamptz,
  active_at timestamptz
);

comment on table private.mail_addresses is
  'The addresses of accounts that have turned notifications by mail on. A change of address deletes the row.';
comment on column private.mail_addresses.secret is 'Signs the links of mails.';
comment on column private.mail_addresses.confirmed_at is
  'When a link that was sent to the address was followed; null before, and after unsubscribing.';
comment on column private.mail_addresses.active_at is
  'When a device of the account was last used with the app open, in steps of half a minute.';
comment on column private.mail_addresses.refused_at is
  'When the receiving server has refused the address for good. Nothing is sent there any more.';

alter table private.mail_addresses enable row level security;

-- By address, since the limits are for all accounts together, also for those that were deleted.
create table private.counted_mails (
  email text not null,
  kind text not null,
  counted_at timestamptz not null default now()
);

comment on table private.counted_mails is
  'Mails of the last day to addresses whose owners need not have asked for them.';

create index counted_mails_email_idx on private.counted_mails (email, kind);
create index counted_mails_counted_at_idx on private.counted_mails (counted_at);

alter table private.counted_mails enable row level security;

create function private.count_mail(address text, mail_kind text, daily_max int) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  -- Concurrent mails to an address would exceed the limit together.
  perform pg_advisory_xact_lock(hashtext('private.counted_mails'), hashtext(lower(address)));
  if (
    select count(*) >= daily_max from private.counted_mails
    where email = lower(address) and kind = mail_kind and counted_at > now() - interval '1 day'
  ) then
    return false;
  end if;
  insert into private.counted_mails (email, kind) values (lower(address), mail_kind);
  return true;
end
$$;
comment on function private.count_mail is
  'Counts a mail to an address. If a limit of a day is reached, counts nothing and returns false.';

create function private.mail_address(account uuid) returns private.mail_addresses
language sql stable
set search_path = ''
as $$
  select address from private.mail_addresses as address
  join auth.users on users.id = address.user_id and users.email = address.email
  where address.user_id = account
$$;
comment on function private.mail_address is 'The state of an account''s present address; null if it has none.';

-- Confirmation.

create function private.request_mail_confirmation(account uuid) returns boolean
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  address constant text := (select email from auth.users where id = account);
begin
  if address is null then
    return false;
  end if;
  insert into private.mail_addresses as known (user_id, email) values (account, address)
  on conflict (user_id) do update set
    email = excluded.email,
    secret = case when known.email = excluded.email then known.secret else excluded.secret end,
    confirmed_at = null,
    refused_at = null;
  perform from private.outbox
  where recipient = account and kind = 'mail-confirmation' and ended_at is null;
  if not found then
    -- As in packages/domain: MAIL_CONFIRMATIONS_MAX.
    if not private.count_mail(address, 'mail-confirmation', 3) then
      return false;
    end if;
    insert into private.outbox (kind, subject, recipient)
    values ('mail-confirmation', gen_random_uuid(), account);
  end if;
  perform private.request_deliveries();
  return true;
end
$$;
comment on function private.request_mail_confirmation is
  'Sends a mail with which the owner of an account''s address allows further ones. False if the account has none, or the limit of a day is reached.';

create function private.confirm_mail_when_switched_on() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  address constant private.mail_addresses := private.mail_address(new.user_id);
begin
  if address.confirmed_at is null or address.refused_at is not null then
    perform private.request_mail_confirmation(new.user_id);
  end if;
  return null;
end
$$;

create trigger confirm_mail_when_switched_on after update of email_notifications on public.profiles
  for each row when (new.email_notifications and not old.email_notifications)
  execute function private.confirm_mail_when_switched_on();

create function private.forget_mail_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.mail_addresses where user_id = new.id;
  perform from public.profiles where user_id = new.id and email_notifications;
  if found then
    perform private.request_mail_confirmation(new.id);
  end if;
  return null;
end
$$;

create trigger forget_mail_address after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.forget_mail_address();

create function public.send_mail_confirmation() returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  address constant private.mail_addresses := private.mail_address(auth.uid());
begin
  perform private.require_own_session();
  perform private.consume_quota('mail', 1);
  if private.wants_notification(auth.uid(), 'email_notifications') is not true
    or (address.confirmed_at is not null and address.refused_at is null) then
    raise exception 'There is nothing to confirm' using errcode = 'PT409';
  end if;
  if not private.request_mail_confirmation(auth.uid()) then
    raise exception 'Several mails were sent to this address within the last day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
end
$$;
comment on function public.send_mail_confirmation is
  'Sends the mail that confirms the caller''s address once more.';
revoke all on function public.send_mail_confirmation from anon, service_role;
grant execute on function public.send_mail_confirmation to authenticated;

create function public.mail_state() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  address constant private.mail_addresses := private.mail_address(auth.uid());
begin
  perform private.require_own_session();
  return case
    when address.refused_at is not null then 'refused'
    when address.confirmed_at is not null then 'confirmed'
    else 'unconfirmed'
  end;
end
$$;
comment on function public.mail_state is
  'Whether mail can be sent to the caller''s address: confirmed, unconfirmed, or refused by the receiving server.';
revoke all on function public.mail_state from anon, service_role;
grant execute on function public.mail_state to authenticated;

-- The links of mails. Their tokens name an account and a purpose, and do nothing else.

create function private.mail_token(address private.mail_addresses, purpose text) returns text
language sql immutable
set search_path = ''
as $$
  select address.user_id || '.'
    || encode(extensions.hmac(convert_to(purpose || ':' || address.email, 'UTF8'), address.secret, 'sha256'), 'hex')
$$;

create function private.account_of_mail_token(token text, purpose text) returns uuid
language sql stable
set search_path = ''
as $$
  select address.user_id
  from private.mail_addresses as address
  join auth.users on users.id = address.user_id and users.email = address.email
  where address.user_id = substring(token from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.')::uuid
    -- Hashes are compared, so that the time says nothing about the token.
    and sha256(convert_to(token, 'UTF8'))
      = sha256(convert_to(private.mail_token(address, purpose), 'UTF8'))
$$;
comment on function private.account_of_mail_token is
  'The account whose mail has a token; null if it was not made for this purpose, or its address has changed.';

create function public.confirm_mail(token text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.mail_addresses set confirmed_at = coalesce(confirmed_at, now()), refused_at = null
  where user_id = private.account_of_mail_token(token, 'confirm');
  return found;
end
$$;
comment on function public.confirm_mail is
  'Allows mail to the address that received the token. False for a wrong one.';
revoke all on function public.confirm_mail from service_role;
grant execute on function public.confirm_mail to anon, authenticated;

create function public.stop_mail(token text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := private.account_of_mail_token(token, 'stop');
begin
  if account is null then
    return false;
  end if;
  update public.profiles set email_notifications = false
  where user_id = account and email_notifications;
  -- Whoever switches Email on again has to confirm the address again.
  update private.mail_addresses set confirmed_at = null where user_id = account;
  return true;
end
$$;
comment on function public.stop_mail is
  'Switches Email off for the account whose mail has the token. False for a wrong one.';
revoke all on function public.stop_mail from service_role;
grant execute on function public.stop_mail to anon, authenticated;

-- What is mailed.

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
    select distinct on (case when kind = 'mail-digest' then concat_ws(':', type, reference_id) else message::text end)
      case when kind = 'mail-soon' then message || '{"others": 0}' else message end as message,
      created_at
    from considered where message is not null
    order by
      case when kind = 'mail-digest' then concat_ws(':', type, reference_id) else message::text end,
      created_at desc
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
  select * into account from auth.users
  where id = event.recipient and email is not null and (banned_until is null or banned_until <= now());
  if not found or address.refused_at is not null then
    return null;
  end if;
  if event.kind = 'mail-sign-in' then
    return event.details || jsonb_build_object('email', account.email);
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
  items := private.mailed_notifications(event.recipient, ids);
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
    when event.kind in ('mail-soon', 'mail-digest') then array(
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
  select case event.kind
    when 'mail-soon' then (
      select max(ended_at) + interval '1 hour' from private.outbox
      where recipient = event.recipient and kind = event.kind and outcome = 'delivered'
    )
    when 'mail-digest' then event.created_at + case (
      select mail_digest from public.account_settings where user_id = event.recipient
    ) when 'weekly' then interval '7 days' else interval '1 day' end
  end
$$;
comment on function private.earliest_mail is
  'When the mail of an event may be sent: an hour after the one before; as a digest a day or a week after the first notification in it. Null for at once.';

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
  events private.outbox[];
  event private.outbox;
  mail jsonb;
  claimed jsonb := '[]';
begin
  while max > jsonb_array_length(claimed) loop
    events := array(
      select (
        select waiting from private.outbox as waiting
        where recipient = due_for.recipient and kind = due_for.kind and ended_at is null
          and waiting.due <= now()
        order by waiting.due, id limit 1
      )
      from (
        select recipient, kind, min(waiting.due) as due from private.outbox as waiting
        where recipient is not null and ended_at is null and waiting.due <= now()
        group by recipient, kind
      ) as due_for
      where not exists (
        select from private.outbox as claimed
        where claimed.recipient = due_for.recipient and claimed.kind = due_for.kind
          and claimed.ended_at is null and claimed.claimed_at > now() - interval '2 minutes'
      )
      order by due limit max - jsonb_array_length(claimed)
    );
    exit when cardinality(events) = 0;
    foreach event in array events loop
      mail := private.claim_mail(event);
      if mail is not null then
        claimed := claimed || mail;
      end if;
    end loop;
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
    where id = any (ids) and ended_at is null and recipient is not null;
  else
    update private.outbox set ended_at = now(), outcome = finish_mails.outcome
    where id = any (ids) and ended_at is null and recipient is not null;
  end if;
end
$$;
comment on function private.finish_mails is
  'Ends claimed mails: delivered; refused, for good, with the address; or failed, to be tried again, less and less often.';

-- Notices of sign-ins, which the auth service does not send.

create table private.signed_in_accounts (
  user_id uuid primary key references public.profiles (user_id) on delete cascade
);
comment on table private.signed_in_accounts is 'Accounts that have had a session.';
alter table private.signed_in_accounts enable row level security;

create function private.notice_sign_in() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  session auth.sessions;
  account auth.users;
begin
  select * into strict session from auth.sessions where id = new.session_id;
  insert into private.signed_in_accounts values (session.user_id) on conflict do nothing;
  if found then
    return null;
  end if;
  select * into strict account from auth.users where id = session.user_id;
  -- As in packages/domain: MAIL_SIGN_INS_MAX. Of an address that nobody has confirmed, its owner may know nothing.
  if account.email is not null and private.count_mail(
    account.email, 'mail-sign-in',
    case when (private.mail_address(account.id)).confirmed_at is null then 3 else 20 end
  ) then
    insert into private.outbox (kind, subject, recipient, details)
    values ('mail-sign-in', session.id, account.id, jsonb_build_object(
      'method', new.authentication_method, 'userAgent', session.user_agent, 'at', now()
    ));
  end if;
  return null;
exception when others then
  -- Signing in must not fail.
  raise warning 'A sign-in is not noticed: %', sqlerrm;
  return null;
end
$$;

-- The first claim of a session is how it was signed in; those of second factors follow.
create trigger notice_sign_in after insert on auth.mfa_amr_claims
  for each row when (new.authentication_method not in ('totp', 'mfa/phone', 'mfa/webauthn', 'token_refresh'))
  execute function private.notice_sign_in();
