-- The roles and schemas that every Supabase project has and that migrations rely on.

-- Roles belong to the cluster: an external cluster may already have some of them, most often postgres.
-- A role that is not a superuser can grant only the attributes that it has. Policies replace a missing
-- BYPASSRLS (row-security-bypass.ts); createdb and replication of postgres are left out.
do $$
declare
  role record;
  lacks text;
begin
  select concat_ws('|',
    case when not (rolsuper or rolbypassrls) then ' bypassrls' end,
    case when not (rolsuper or rolcreatedb) then ' createdb' end,
    case when not (rolsuper or rolreplication) then ' replication' end)
  into lacks
  from pg_roles where rolname = current_user;
  for role in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      -- Requests log in as authenticator, which may only become one of the three roles of callers.
      ('authenticator', 'login noinherit'),
      -- Migrations run as postgres, which is not a superuser, as on hosted Supabase.
      ('postgres', 'login createrole createdb bypassrls replication'),
      ('supabase_auth_admin', 'nologin noinherit'),
      ('supabase_storage_admin', 'nologin noinherit'),
      ('supabase_realtime_admin', 'nologin noinherit')
    ) as wanted (name, attributes)
    where not exists (select from pg_roles where rolname = wanted.name)
  loop
    execute format('create role %I %s', role.name,
      case when lacks = '' then role.attributes
        else regexp_replace(role.attributes, lacks, '', 'g') end);
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
do $$
declare
  role text;
begin
  -- The role that created the roles has the admin option already, and cannot be granted it again.
  if current_user <> 'postgres' or (select rolsuper from pg_roles where rolname = current_user) then
    grant anon, authenticated, service_role to postgres with admin option;
    grant supabase_storage_admin, supabase_realtime_admin to postgres;
    -- Changing a role's settings requires CREATEROLE and the admin option on that role.
    grant authenticator to postgres with admin option, inherit false, set false;
  end if;
  -- For operators who log in as postgres; nothing here depends on it.
  foreach role in array array['pg_monitor', 'pg_read_all_data', 'pg_signal_backend'] loop
    if current_user <> 'postgres' and pg_has_role(role, 'member with admin option')
      or (select rolsuper from pg_roles where rolname = current_user)
    then
      execute format('grant %I to postgres with admin option', role);
    end if;
  end loop;
end
$$;

-- As on hosted Supabase, where service_role has the timeout of authenticator.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role authenticator set idle_in_transaction_session_timeout = '15s';

-- The search path of requests, as in PostgREST: without a schema of the role's own name.
alter role authenticator set search_path = public, extensions;

-- PostgREST's in-database configuration. PostgreSQL does not know these settings: a role needs a grant
-- for each name to store them, which only a superuser can give. If the backend is not a superuser, an
-- administrator stores the settings.
do $$
declare
  setting text;
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  foreach setting in array array[
    'db_aggregates_enabled', 'db_anon_role', 'db_extra_search_path', 'db_hoisted_tx_settings',
    'db_max_rows', 'db_plan_enabled', 'db_pre_config', 'db_pre_request', 'db_prepared_statements',
    'db_root_spec', 'db_schemas', 'db_tx_end', 'jwt_aud', 'jwt_cache_max_lifetime',
    'jwt_role_claim_key', 'jwt_secret', 'jwt_secret_is_base64', 'openapi_mode',
    'openapi_security_active', 'openapi_server_proxy_uri', 'server_cors_allowed_origins',
    'server_timing_enabled', 'server_trace_header'
  ]
  loop
    execute format('grant set on parameter %I.%I to postgres', 'pgrst', setting);
  end loop;
end
$$;

create schema auth authorization supabase_auth_admin;
create schema storage authorization supabase_storage_admin;
create schema extensions authorization postgres;

alter schema public owner to postgres;
grant usage on schema public to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema auth, storage to postgres, anon, authenticated, service_role;

do $$
begin
  execute format('grant create, connect, temporary on database %I to postgres', current_database());
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end
$$;

alter default privileges for role postgres in schema public
  grant all on tables to service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;
