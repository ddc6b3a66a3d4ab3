-- An account's sessions, which only their owner can list and end. auth.sessions is in a schema that
-- the API does not expose, hence these functions.

-- On hosted Supabase a token outlives its session by up to an hour, and must not list or end other
-- sessions.
create function private.require_own_session() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()
      and (not_after is null or not_after > now())
  ) then
    raise exception 'This session has ended' using errcode = 'insufficient_privilege';
  end if;
  if auth.jwt() ->> 'aal' is distinct from 'aal2' and exists (
    select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
  ) then
    raise exception 'Your sessions can be managed only after the second step of signing in'
      using errcode = 'insufficient_privilege', hint = 'The token has to be of level aal2.';
  end if;
end
$$;
comment on function private.require_own_session is
  'Refuses callers whose session has ended, or lacks the second factor that their account has.';

create function private.has_signed_in_within(span interval) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from auth.mfa_amr_claims
    where session_id = (auth.jwt() ->> 'session_id')::uuid
      and authentication_method <> 'token_refresh' and updated_at > now() - span
  )
$$;
comment on function private.has_signed_in_within is
  'Whether a password, a second factor or a provider has confirmed in the caller''s session, within a time, who the caller is.';

create function private.log_account_act(action text) returns void
language sql
set search_path = ''
as $$
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  values (
    '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_build_object(
      'action', action, 'log_type', 'account', 'actor_id', auth.uid(),
      'actor_username', coalesce(auth.jwt() ->> 'email', ''), 'actor_via_sso', false
    ),
    now(), ''
  )
$$;
comment on function private.log_account_act is
  'Adds an act of the caller to the log in which the auth service keeps its own.';

create function public.list_sessions()
returns table (
  id uuid,
  created_at timestamptz,
  last_active_at timestamptz,
  user_agent text,
  ip text,
  aal text,
  is_current boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_own_session();
  return query
    select
      session.id,
      session.created_at,
      greatest(session.refreshed_at at time zone 'utc', session.created_at) as active_at,
      session.user_agent,
      host(session.ip),
      session.aal::text,
      session.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions as session
    where session.user_id = auth.uid()
      and (session.not_after is null or session.not_after > now())
    order by active_at desc, session.id;
end
$$;
comment on function public.list_sessions is
  'The caller''s own sessions, most recently active first. Requires aal2 where the account has a second factor.';
revoke all on function public.list_sessions from anon, service_role;
grant execute on function public.list_sessions to authenticated;

create function public.end_session(session_id uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_own_session();
  delete from auth.sessions
  where sessions.id = end_session.session_id and sessions.user_id = auth.uid();
  if not found then
    return false;
  end if;
  perform private.log_account_act('logout');
  return true;
end
$$;
comment on function public.end_session is
  'Ends one of the caller''s own sessions. False when the caller has no session with this id. Requires aal2 where the account has a second factor.';
revoke all on function public.end_session from anon, service_role;
grant execute on function public.end_session to authenticated;
