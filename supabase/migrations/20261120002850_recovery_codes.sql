-- A lost second factor: ten recovery codes, and a request that staff decide. Only the auth service can raise a session
-- to aal2, so both remove all factors of the account: its password is enough until it adds one again.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);

comment on table private.recovery_codes is 'The recovery codes that an account has left.';
comment on column private.recovery_codes.hash is
  'A fast hash: a code has 80 random bits, which nobody finds by trying.';

create table private.factor_recoveries (
  user_id uuid primary key references auth.users (id) on delete cascade,
  tries int not null default 0,
  tries_end timestamptz not null default '-infinity',
  recovered_at timestamptz
);

comment on table private.factor_recoveries is 'Tries of recovery codes, and recoveries of accounts.';
comment on column private.factor_recoveries.tries is 'The codes that were tried before tries_end.';
comment on column private.factor_recoveries.recovered_at is
  'When the second factor was removed since it was lost; null once there are new recovery codes.';

create table private.factor_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  case_id uuid not null,
  secret bytea not null default extensions.gen_random_bytes(32)
);

comment on table private.factor_requests is
  'The latest request of each account to remove its lost second factor. It is pending while its case is open.';
comment on column private.factor_requests.secret is 'Signs the links of mails that cancel the request.';

alter table private.recovery_codes enable row level security;
alter table private.factor_recoveries enable row level security;
alter table private.factor_requests enable row level security;

create function private.has_second_factor(account uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from auth.mfa_factors where user_id = account and status = 'verified')
$$;

-- The first step of an account without a password is its sign-in provider. A mailed link is none: the address would
-- then be all that is needed to ask staff.
create function private.has_given_password(account uuid, in_session uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from auth.sessions as session
    join auth.users as owner on owner.id = session.user_id
    join auth.mfa_amr_claims as claim on claim.session_id = session.id
    where session.id = in_session and session.user_id = account
      and coalesce(session.aal, 'aal1') = 'aal1'
      and (session.not_after is null or session.not_after > now())
      and claim.authentication_method
        = case when coalesce(owner.encrypted_password, '') = '' then 'oauth' else 'password' end
      -- As in packages/domain: RECOVERY_PASSWORD_MINUTES.
      and claim.updated_at > now() - interval '5 minutes'
  )
$$;
comment on function private.has_given_password is
  'Whether a session is one of the account, at aal1, in which its password was given within the last five minutes.';

-- Mails.

create function private.mail_about_factor(account uuid, about text, after interval default '0')
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into private.outbox (kind, subject, recipient, due, details)
  select 'mail-factor', gen_random_uuid(), user_id, now() + after,
    jsonb_build_object('about', about, 'at', now(), 'after', after)
  from public.profiles where user_id = account;
  perform private.request_deliveries();
end
$$;
comment on function private.mail_about_factor is
  'Mails the owner of an account about its second factor: used, requested, removed or refused.';

create function private.factor_mail(event private.outbox) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  request private.factor_requests;
begin
  if event.details ->> 'about' = 'requested' then
    request := private.pending_factor_request(event.recipient);
    return case when request.user_id is not null then
      event.details || jsonb_build_object('token', private.factor_token(request))
    end;
  elsif event.details ->> 'about' = 'refused'
    and (private.pending_factor_request(event.recipient)).user_id is not null then
    -- Staff have taken the decision back.
    return null;
  end if;
  return event.details;
end
$$;
comment on function private.factor_mail is
  'What a mail about a second factor says besides the address; null if it must not be sent any more.';

-- Recovery codes.

create function private.recovery_hash(account uuid, code text) returns bytea
language sql immutable
set search_path = ''
as $$
  -- Digits and letters as in Crockford's Base32, which reads o, i and l as the digits that they look like.
  select sha256(convert_to(
    account || ':' || translate(regexp_replace(lower(code), '[^0-9a-z]', '', 'g'), 'oil', '011'), 'UTF8'
  ))
$$;

create function private.new_recovery_code() returns text
language sql volatile
set search_path = ''
as $$
  select string_agg(
    case when place in (4, 8, 12) then '-' else '' end
      || substr('0123456789abcdefghjkmnpqrstvwxyz', get_byte(random.bytes, place) % 32 + 1, 1),
    '' order by place
  )
  from (select extensions.gen_random_bytes(16) as bytes) as random, generate_series(0, 15) as place
$$;
comment on function private.new_recovery_code is 'A recovery code: four groups of four characters, of five bits each.';

create function public.renew_recovery_codes() returns text[]
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  codes text[];
begin
  perform private.require_own_session();
  if not private.has_second_factor(caller) then
    raise exception 'Recovery codes are for accounts with a second factor' using errcode = 'PT409';
  end if;
  if not private.has_signed_in_within('10 minutes') then
    raise exception 'New recovery codes take a sign-in, or a code of your second factor, of the last ten minutes'
      using errcode = 'PT403';
  end if;
  perform private.lock_account(caller);
  delete from private.recovery_codes where user_id = caller;
  update private.factor_recoveries set recovered_at = null where user_id = caller;
  perform private.log_account_act('recovery_codes_renewed');
  -- As in packages/domain: RECOVERY_CODES.
  codes := array(select private.new_recovery_code() from generate_series(1, 10));
  insert into private.recovery_codes (user_id, hash)
  select caller, private.recovery_hash(caller, code) from unnest(codes) as code;
  return codes;
end
$$;
comment on function public.renew_recovery_codes is
  'Replaces the caller''s recovery codes, and returns the new ones, which cannot be read again. Requires a sign-in or second factor of the last ten minutes.';
revoke all on function public.renew_recovery_codes from anon, service_role;
grant execute on function public.renew_recovery_codes to authenticated;

create function public.recovery_state()
returns table (codes int, recovered_at timestamptz, decided_from timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  request constant private.factor_requests := private.pending_factor_request(auth.uid());
begin
  if request.user_id is not null then
    select opened_at + interval '72 hours' into decided_from from private.cases where id = request.case_id;
  end if;
  if private.is_fully_signed_in() then
    codes := (select count(*) from private.recovery_codes where user_id = auth.uid());
    recovered_at := (
      select known.recovered_at from private.factor_recoveries as known where user_id = auth.uid()
    );
  end if;
  return next;
end
$$;
comment on function public.recovery_state is
  'The number of recovery codes that the caller has left, and when the second factor was removed since it was lost; both null until the second factor is given. And when staff may remove it; null without such a request.';
revoke all on function public.recovery_state from anon, service_role;
grant execute on function public.recovery_state to authenticated;

create function private.clear_factors(account uuid, kept_session uuid default null) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- In the order of the auth service, which changes the same rows.
  perform from auth.users where id = account for no key update;
  perform from auth.sessions where user_id = account for update;
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  select
    '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_build_object(
      'action', 'factor_deleted', 'log_type', 'factor', 'actor_id', account, 'actor_username', '',
      'actor_via_sso', false, 'traits', json_build_object('user_id', account, 'factor_id', id)
    ),
    now(), ''
  from auth.mfa_factors where user_id = account;
  delete from auth.mfa_factors where user_id = account;
  delete from auth.sessions where user_id = account and id is distinct from kept_session;
  delete from private.recovery_codes where user_id = account;
  insert into private.factor_recoveries (user_id, recovered_at) values (account, now())
  on conflict (user_id) do update set recovered_at = now();
end
$$;
comment on function private.clear_factors is
  'Removes all factors and recovery codes of an account, and ends its sessions except one.';

create function public.recover_factor(account uuid, session_id uuid, code text) returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  given constant bytea := private.recovery_hash(account, code);
  blinding constant bytea := extensions.gen_random_bytes(32);
  is_right boolean;
begin
  -- One try after the other.
  perform from auth.users where id = account for no key update;
  if not private.has_given_password(account, session_id) then
    return 'password-needed';
  elsif not private.has_second_factor(account) then
    return 'no-factor';
  end if;
  insert into private.factor_recoveries as known (user_id, tries, tries_end)
  values (account, 1, now() + interval '1 hour')
  on conflict (user_id) do update set
    tries = case when known.tries_end > now() then known.tries + 1 else 1 end,
    tries_end = case when known.tries_end > now() then known.tries_end else excluded.tries_end end
  -- As in packages/domain: RECOVERY_TRIES_MAX.
  where known.tries_end <= now() or known.tries < 5;
  if not found then
    return 'limited';
  end if;
  -- In constant time: a comparison ends at the first byte that differs, so the bytes are those of hashes under a key
  -- of this call, which say nothing about the code. All codes are compared.
  select coalesce(bool_or(
    extensions.hmac(hash, blinding, 'sha256') = extensions.hmac(given, blinding, 'sha256')
  ), false) into is_right
  from private.recovery_codes where user_id = account;
  if not is_right then
    return 'wrong';
  end if;
  perform private.end_factor_request(account);
  perform private.clear_factors(account, session_id);
  perform private.mail_about_factor(account, 'used');
  return 'recovered';
end
$$;
comment on function public.recover_factor is
  'Uses a recovery code: removes all factors of the account, ends its other sessions, voids its other codes and mails its owner. Returns recovered, wrong, limited (five tries an hour), password-needed (none was given in the session for five minutes), or no-factor.';
revoke all on function public.recover_factor from anon, authenticated;
grant execute on function public.recover_factor to service_role;

-- Requests of those who have lost the codes, too.

create function private.pending_factor_request(account uuid) returns private.factor_requests
language plpgsql stable
set search_path = ''
as $$
declare
  request private.factor_requests;
begin
  select * into request from private.factor_requests where user_id = account;
  if found and exists (
    select from private.cases where id = request.case_id and closed_at is null
  ) then
    return request;
  end if;
  return null;
end
$$;
comment on function private.pending_factor_request is
  'The request of an account that is neither decided nor cancelled; null if there is none.';

create function private.factor_token(request private.factor_requests) returns text
language sql immutable
set search_path = ''
as $$
  select request.user_id || '.'
    || encode(extensions.hmac(convert_to('keep_factor', 'UTF8'), request.secret, 'sha256'), 'hex')
$$;

create function private.masked_address(address text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(address, '^(.)[^@]*@(.).*?(\.[^.]*)?$', '\1•••@\2•••\3')
$$;
comment on function private.masked_address is
  'An address of which staff see the first characters and the end: m•••@e•••.org.';

create function public.request_factor_removal(words text default '') returns timestamptz
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  address constant text := (select email from auth.users where id = caller);
  opened uuid;
begin
  perform from auth.users where id = caller for no key update;
  if not private.has_given_password(caller, (auth.jwt() ->> 'session_id')::uuid) then
    raise exception 'This takes your password once more' using errcode = 'PT403';
  elsif not private.has_second_factor(caller) then
    raise exception 'The account has no second factor' using errcode = 'PT409';
  elsif address is null then
    raise exception 'This takes an account with an email address' using errcode = 'PT409';
  end if;
  if (private.pending_factor_request(caller)).user_id is null then
    -- As in packages/domain: FACTOR_REQUESTS_MAX.
    if not private.count_mail(address, 'mail-factor', 2) then
      raise exception 'You have asked for this several times within the last day. Please try again tomorrow.'
        using errcode = 'PT429';
    end if;
    -- What the desk shows: the masked address, what the owner wrote, and since when the account has its factor.
    opened := private.open_case('lost-factor', caller, caller, jsonb_build_object(
      'address', private.masked_address(address),
      'words', left(private.clean_text(words), 500),
      'factor_since', (
        select min(created_at) from auth.mfa_factors where user_id = caller and status = 'verified'
      )
    ));
    insert into private.factor_requests (user_id, case_id) values (caller, opened)
    on conflict (user_id) do update set case_id = excluded.case_id, secret = excluded.secret;
    perform private.mail_about_factor(caller, 'requested', after)
    from unnest(array['0 hours', '24 hours', '48 hours']::interval[]) as after;
  end if;
  return (select decided_from from public.recovery_state());
end
$$;
comment on function public.request_factor_removal is
  'Asks staff to remove the caller''s lost second factor, with words for them. Mails the owner at 0, 24 and 48 hours, and returns when staff may decide. The password has to be given in the session within five minutes.';
revoke all on function public.request_factor_removal from anon, service_role;
grant execute on function public.request_factor_removal to authenticated;

create function private.end_factor_request(account uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  request constant private.factor_requests := private.pending_factor_request(account);
begin
  if request.user_id is not null then
    perform private.close_case(request.case_id);
  end if;
end
$$;
comment on function private.end_factor_request is 'Cancels the pending request of an account, if there is one.';

create function private.close_factor_case() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.close_case(old.case_id);
  update private.cases set details = '{}' where id = old.case_id;
  return null;
end
$$;

-- With the account, whose words are not kept.
create trigger close_factor_case after delete on private.factor_requests
  for each row execute function private.close_factor_case();

create function public.keep_factor(token text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  request private.factor_requests;
begin
  select * into request from private.factor_requests
  where user_id = substring(token from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.')::uuid;
  -- Waits for staff who decide about the request at the same time.
  perform from private.cases where id = request.case_id for no key update;
  -- Hashes are compared, so that the time says nothing about the token.
  if not found or not private.has_second_factor(request.user_id)
    or sha256(convert_to(token, 'UTF8')) <> sha256(convert_to(private.factor_token(request), 'UTF8')) then
    return false;
  end if;
  perform private.end_factor_request(request.user_id);
  return true;
end
$$;
comment on function public.keep_factor is
  'Cancels the request to remove a second factor of which a mail has told. False for a wrong token, and once the factor is removed.';
revoke all on function public.keep_factor from service_role;
grant execute on function public.keep_factor to anon, authenticated;

create function private.remove_factors(account uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  requested_at timestamptz;
begin
  perform from auth.users where id = account for no key update;
  select opened_at into requested_at from private.cases
  where id = (private.pending_factor_request(account)).case_id;
  -- As in packages/domain: FACTOR_REQUEST_HOURS.
  if not coalesce(requested_at <= now() - interval '72 hours', false) then
    raise exception 'A second factor is removed 72 hours after its owner has asked for it'
      using errcode = 'PT409';
  elsif exists (
    -- Signing in goes on if it could not cancel the request.
    select from auth.sessions as session
    join auth.mfa_amr_claims as claim on claim.session_id = session.id
    where session.user_id = account and claim.updated_at > requested_at
      and claim.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')
  ) then
    raise exception 'The owner has signed in with the second factor meanwhile' using errcode = 'PT409';
  end if;
  perform private.clear_factors(account);
  perform private.mail_about_factor(account, 'removed');
end
$$;
comment on function private.remove_factors is
  'Removes the factors of an account by a decision of staff, 72 hours after its request, and ends all of its sessions.';

create function private.refuse_factor_removal(account uuid) returns void
language sql
set search_path = ''
as $$
  select private.mail_about_factor(account, 'refused', interval '15 seconds')
$$;
comment on function private.refuse_factor_removal is
  'Mails the owner that staff have decided against the request, unless they take that back at once.';

create function private.cancel_factor_request() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.end_factor_request(user_id) from auth.sessions where id = new.session_id;
  return null;
exception when others then
  -- Signing in must not fail.
  raise warning 'The request to remove a second factor is not cancelled: %', sqlerrm;
  return null;
end
$$;

-- Who signs in with the factor has not lost it.
create trigger cancel_factor_request after insert or update on auth.mfa_amr_claims
  for each row when (new.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn'))
  execute function private.cancel_factor_request();

create function private.keep_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if (private.pending_factor_request(new.id)).user_id is not null then
    raise exception 'The address cannot change while a request to remove the second factor is pending'
      using errcode = 'PT409';
  end if;
  return new;
end
$$;

-- The owner has to receive the mails that cancel the request.
create trigger keep_address before update of email, email_change on auth.users
  for each row when (
    new.email is distinct from old.email
    or coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
  )
  execute function private.keep_address();
