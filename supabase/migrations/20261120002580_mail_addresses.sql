-- The addresses to which accounts receive mails, and the mails that ask to confirm them. Anybody can sign up with a
-- stranger's address, so nothing but such a mail, and notices of sign-ins, exports and decisions, is sent to an address until
-- its owner has followed the link of that mail.

create table private.mail_addresses (
  user_id uuid primary key references public.profiles (user_id) on delete cascade,
  email text not null,
  secret bytea not null default extensions.gen_random_bytes(32),
  asked_at timestamptz,
  confirmed_at timestamptz,
  refused_at timestamptz,
  active_at timestamptz
);

comment on table private.mail_addresses is
  'The addresses of accounts that have turned notifications by mail on, or to which a mail was refused. A change of address deletes the row.';
comment on column private.mail_addresses.secret is 'Signs the links of mails.';
comment on column private.mail_addresses.asked_at is
  'When the address was last sent a mail that asks to confirm it; null while the limit of a day has kept one back.';
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
    asked_at = case when known.email = excluded.email then known.asked_at end,
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
    update private.mail_addresses set asked_at = now() where user_id = account;
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
    when address.asked_at is not null then 'unconfirmed'
    else 'unasked'
  end;
end
$$;
comment on function public.mail_state is
  'Whether mail can be sent to the caller''s address: confirmed, unconfirmed, unasked (no mail to confirm it has been sent), or refused by the receiving server.';
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
  -- Switching Email on again asks to confirm the address again.
  update private.mail_addresses set confirmed_at = null where user_id = account;
  return true;
end
$$;
comment on function public.stop_mail is
  'Switches Email off for the account whose mail has the token. False for a wrong one.';
revoke all on function public.stop_mail from service_role;
grant execute on function public.stop_mail to anon, authenticated;
