-- Mails of sign-ins, which the auth service does not send.

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
