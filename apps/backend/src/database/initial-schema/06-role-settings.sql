-- Settings of roles that hosted Supabase lets a project change, although postgres is no superuser.

-- Changing a role's settings requires CREATEROLE and the admin option on that role.
do $$
begin
  -- A postgres that is no superuser made authenticator, and has the option already.
  if current_user <> 'postgres' or (select rolsuper from pg_roles where rolname = current_user) then
    grant authenticator to postgres with admin option, inherit false, set false;
  end if;
end
$$;

-- PostgREST's in-database configuration. These settings are unknown to PostgreSQL, which allows only
-- roles with a grant for each name to store them, and only a superuser to grant that: where the backend
-- is none, an administrator stores them.
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

-- The search path of requests, as in PostgREST: without a schema of the role's own name.
alter role authenticator set search_path = public, extensions;
