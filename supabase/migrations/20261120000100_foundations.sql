-- Nothing is accessible until a later migration grants it, column by column.
--
-- Each later migration covers one topic, in this order: table, comments, indexes, grants,
-- row-level security, policies, triggers.

-- Hosted projects grant every new table and function to all API roles. Those default privileges
-- are revoked here, so that later migrations only grant. The server's own role, service_role, may read
-- and write every table.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

alter default privileges in schema public grant all on tables to service_role;

-- PostgreSQL grants execution of new functions to public by default.
alter default privileges revoke execute on functions from public;

create schema private;
comment on schema private is
  'Helpers of policies and triggers. The API does not expose this schema.';

-- Policies run as the caller, who therefore needs access to the functions they call.
grant usage on schema private to anon, authenticated, service_role;

-- For the policies of the migration of second factors, and for views that run as their owner.
create function private.is_fully_signed_in() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- The look-up comes first: most accounts have no factor, and reading the level takes longer.
  return not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
  ) or coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
end
$$;
comment on function private.is_fully_signed_in is
  'Whether the caller''s session has verified a second factor, or the account has none.';
-- Functions in a view run as the caller; visitors have no factor.
grant execute on function private.is_fully_signed_in to anon, authenticated, service_role;

-- Stored URLs have no origin, so that the server's address can change and no account can make
-- other clients load from another server.
create function private.object_url(path text) returns text
language sql immutable
set search_path = ''
as $$
  select '/storage/v1/object/voice-drops/' || path
$$;
comment on function private.object_url is
  'The canonical URL of an object in the bucket voice-drops, relative to the API.';
grant execute on function private.object_url to anon, authenticated, service_role;

create function private.object_path(url text) returns text
language sql immutable
set search_path = ''
as $$
  select substring(
    url from '/storage/v1/object/(?:public/|authenticated/|sign/)?voice-drops/([^?#]+)'
  )
$$;
comment on function private.object_path is
  'The path in the bucket voice-drops that a storage URL of any form stands for, or null.';
grant execute on function private.object_path to anon, authenticated, service_role;
