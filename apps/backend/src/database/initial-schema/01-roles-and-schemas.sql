-- The roles and schemas that every Supabase project has, and that its migrations rely on.

-- Roles belong to the cluster: an outside cluster may have some of them, most often postgres.
-- A role that is no superuser can give only the attributes that it has: without BYPASSRLS, policies
-- stand in for it (row-security-bypass.ts); createdb and replication of postgres are left out.
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
      ('supabase_storage_admin', 'nologin noinherit')
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
  -- Whoever made the roles has the admin option already, and cannot get it again.
  if current_user <> 'postgres' or (select rolsuper from pg_roles where rolname = current_user) then
    grant anon, authenticated, service_role to postgres with admin option;
    grant supabase_storage_admin to postgres;
  end if;
  -- For people who work as postgres; nothing here depends on it.
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
