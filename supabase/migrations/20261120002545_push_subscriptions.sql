-- The devices on which accounts receive push messages, by the Push API of their browsers.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth_secret text not null,
  user_agent text,
  failures int not null default 0,
  paused_until timestamptz,
  renewed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint push_subscriptions_endpoint_key unique (endpoint),
  -- register_push checks the rest.
  constraint push_subscriptions_endpoint_check check (
    endpoint ~ '^https?://[\x21-\x7e]+$' and char_length(endpoint) <= 1000
  ),
  -- An uncompressed point of P-256 and 16 bytes, base64url.
  constraint push_subscriptions_keys_check check (
    p256dh ~ '^[A-Za-z0-9_-]{87}$' and auth_secret ~ '^[A-Za-z0-9_-]{22}$'
  )
);

comment on table public.push_subscriptions is
  'Where devices receive push messages. Deleted with the session, when the push service no longer knows it, and 60 days after its last renewal.';
comment on column public.push_subscriptions.endpoint is
  'The URL at the push service of the browser, which the browser has chosen.';
comment on column public.push_subscriptions.failures is 'Failed requests since the last successful one.';
comment on column public.push_subscriptions.paused_until is
  'Until when no request is sent, after ten failures in a row.';
comment on column public.push_subscriptions.renewed_at is
  'When the device has last registered, as the app does at its start, once an hour.';

create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id, renewed_at);
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);
create index push_subscriptions_renewed_at_idx on public.push_subscriptions (renewed_at);

grant select (id, user_id, session_id, endpoint, user_agent, renewed_at, created_at), delete
  on public.push_subscriptions to authenticated;

alter table public.push_subscriptions enable row level security;

create policy "People see their own devices"
  on public.push_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People remove their own devices"
  on public.push_subscriptions for delete to authenticated
  using (user_id = (select auth.uid()));

-- A client has chosen the endpoint, so it could be any server of the operator's network. The expression leaves no
-- character that a URL parser could read as the end of another host.
create function private.is_browser_push_service(endpoint text) returns boolean
language sql immutable
set search_path = ''
as $$
  -- Chrome and most others, Chromium of Linux distributions, Firefox, Safari, Edge.
  select endpoint ~ '^https://(fcm\.googleapis\.com|jmt17\.google\.com|[a-z0-9.-]+\.(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))/'
$$;
comment on function private.is_browser_push_service is
  'Whether an endpoint is of a browser''s push service.';

create function private.is_push_service(endpoint text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  if private.is_browser_push_service(endpoint) then
    return true;
  end if;
  return exists (
    select from vault.decrypted_secrets
    where name = 'push_origins'
      and substring(endpoint from '^(https?://[a-z0-9.:[\]-]+)/') = any (string_to_array(decrypted_secret, ' '))
  );
end
$$;
comment on function private.is_push_service is
  'Whether messages are sent to an endpoint: it is of a browser''s push service, or of an origin that the operator has named.';

create function public.register_push(endpoint text, p256dh text, auth_secret text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  holder public.push_subscriptions;
  registered uuid;
begin
  perform private.require_own_session();
  perform private.consume_quota('push', 1);
  if not private.is_push_service(register_push.endpoint) then
    raise exception 'The push service of this browser is not supported here'
      using errcode = 'check_violation';
  end if;
  -- The later of two accounts that register a device at once would not see the earlier one.
  perform pg_advisory_xact_lock(hashtext('public.register_push'), hashtext(register_push.endpoint));
  -- Concurrent registrations of an account would exceed the limit of devices together.
  perform from public.profiles where user_id = caller for no key update;

  select * into holder from public.push_subscriptions as known
  where known.endpoint = register_push.endpoint for update;
  if holder.user_id <> caller then
    -- Only the browser that has the subscription knows its secret.
    if holder.auth_secret is distinct from register_push.auth_secret then
      raise exception 'This subscription belongs to another account'
        using errcode = 'insufficient_privilege';
    end if;
    -- With what was to be delivered to the other account.
    delete from public.push_subscriptions where id = holder.id;
  end if;

  insert into public.push_subscriptions as known (
    user_id, session_id, endpoint, p256dh, auth_secret, user_agent
  )
  select caller, session.id, register_push.endpoint, register_push.p256dh,
    register_push.auth_secret, session.user_agent
  from auth.sessions as session
  where session.id = (auth.jwt() ->> 'session_id')::uuid
  on conflict (endpoint) do update set
    session_id = excluded.session_id,
    p256dh = excluded.p256dh,
    auth_secret = excluded.auth_secret,
    user_agent = excluded.user_agent,
    renewed_at = now()
  where known.user_id = excluded.user_id
  returning id into registered;

  -- As in packages/domain: PUSH_DEVICES_MAX.
  delete from public.push_subscriptions where id in (
    select id from public.push_subscriptions
    where user_id = caller and id <> registered
    order by renewed_at desc, id offset 9
  );
  return registered;
end
$$;
comment on function public.register_push is
  'Registers the caller''s device for push messages, or renews it. One that another account has registered moves to the caller, who has to know its secret. The eleventh device replaces the one renewed least recently. Returns its id.';
grant execute on function public.register_push to authenticated;
revoke all on function public.register_push from service_role;
