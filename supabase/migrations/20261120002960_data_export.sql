-- Copies of one's own data. The app makes them on the device, of what the API returns to the person: the policies decide
-- what is in one. Here are its beginning, and what no table of the API has.

create function public.begin_export() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  address constant text := (select email from auth.users where id = auth.uid());
begin
  perform private.require_own_session();
  -- As the function delete-account: MAX_SIGN_IN_AGE.
  if not private.has_signed_in_within('10 minutes') then
    raise exception 'Sign in again to download your data.' using errcode = 'PT403';
  end if;
  perform private.consume_quota('export', 1);
  -- As the limit of a day above: the mails of accounts that were deleted count as well.
  if address is not null and private.count_mail(address, 'mail-export', 10) then
    insert into private.outbox (kind, subject, recipient, details)
    select 'mail-export', gen_random_uuid(), user_id, jsonb_build_object(
      'userAgent', (select user_agent from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid),
      'at', now()
    )
    from public.profiles where user_id = caller;
    perform private.request_deliveries();
  end if;
  perform private.log_account_act('data_exported');
  return jsonb_build_object(
    'former_usernames', (
      select jsonb_agg(
        jsonb_build_object('username', handle, 'left_at', left_at, 'leads_on', leads_on) order by left_at
      )
      from private.former_usernames where user_id = caller
    ),
    'mail_address', (
      select jsonb_build_object(
        'email', email, 'asked_at', asked_at, 'confirmed_at', confirmed_at, 'refused_at', refused_at,
        'active_at', active_at
      )
      from private.mail_addresses where user_id = caller
    ),
    -- Who wrote without signing in is not known: an address alone says nothing about it.
    'messages_to_staff', (
      select jsonb_agg(
        jsonb_strip_nulls(jsonb_build_object(
          'about', subject_kind, 'sent_at', opened_at,
          'name', details ->> 'name', 'email', details ->> 'email', 'category', details ->> 'category',
          'subject', details ->> 'subject', 'message', coalesce(details ->> 'message', details ->> 'words'),
          'answer', details ->> 'answer',
          'answered_at', case when details ? 'answer' then closed_at end
        )) order by opened_at
      )
      from private.cases
      where person_id = caller and subject_kind in ('contact', 'lost-factor')
    ),
    'account_acts', (
      select jsonb_agg(
        jsonb_build_object(
          'action', payload ->> 'action', 'created_at', created_at, 'ip_address', ip_address
        ) order by created_at
      )
      from (
        select * from auth.audit_log_entries where payload ->> 'actor_id' = caller::text
        order by created_at desc limit 10000
      ) as latest
    )
  );
end
$$;
comment on function public.begin_export is
  'Begins a copy of the caller''s data, after a sign-in of the last ten minutes and within the limits: logs it, mails the caller that it was made, and returns what no table of the API has of the account. PT403 asks to sign in again.';
revoke all on function public.begin_export from anon, service_role;
grant execute on function public.begin_export to authenticated;
