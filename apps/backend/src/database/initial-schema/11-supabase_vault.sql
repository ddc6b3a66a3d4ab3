-- Secrets as with the extension supabase_vault 0.3, whose tables and functions these are. They are stored
-- encrypted. The key is a setting of the backend's sessions (database/start.ts) and is stored nowhere in the
-- database. Left out where the extension is installed.

create schema vault;
grant usage on schema vault to postgres with grant option;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create unique index secrets_name_idx on vault.secrets (name) where name is not null;
comment on column vault.secrets.secret is 'OpenPGP (RFC 4880), base64. The key and the row''s id are its password.';
comment on column vault.secrets.nonce is 'Unused: a secret contains its own.';

grant select, delete on vault.secrets to postgres with grant option;

create function vault._password(id uuid) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  key constant text := nullif(current_setting('backend.vault_key', true), '');
begin
  if key is null then
    raise exception 'This session does not have the vault''s key'
      using hint = 'Sessions of the backend have it, and those of the databaseUrl that it writes to DATA_DIR.';
  end if;
  return key || id;
end
$$;

-- In plpgsql, which looks for pgcrypto when it is needed: an external database may have it in another schema,
-- and then has no vault.
create function vault._encrypt(id uuid, secret text) returns text
language plpgsql
set search_path = ''
as $$
begin
  return encode(
    extensions.pgp_sym_encrypt(
      -- The key is random, so that no iterations need to slow down guesses.
      secret, vault._password(id), 'cipher-algo=aes256, s2k-mode=1, compress-algo=0'
    ),
    'base64'
  );
end
$$;

create function vault._decrypt(id uuid, secret text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return extensions.pgp_sym_decrypt(decode(secret, 'base64'), vault._password(id));
end
$$;

create view vault.decrypted_secrets as
select id, name, description, secret, vault._decrypt(id, secret) as decrypted_secret, key_id, nonce,
  created_at, updated_at
from vault.secrets;
grant select on vault.decrypted_secrets to postgres with grant option;

create function vault.create_secret(
  new_secret text,
  new_name text default null,
  new_description text default '',
  new_key_id uuid default null
) returns uuid
language sql security definer
set search_path = ''
as $$
  insert into vault.secrets (id, secret, name, description)
  select id, vault._encrypt(id, new_secret), new_name, new_description
  from gen_random_uuid() as id
  returning id
$$;
comment on function vault.create_secret is 'Stores a secret. The key''s id is ignored, as by the extension.';

create function vault.update_secret(
  secret_id uuid,
  new_secret text default null,
  new_name text default null,
  new_description text default null,
  new_key_id uuid default null
) returns void
language sql security definer
set search_path = ''
as $$
  update vault.secrets
  set secret = case when new_secret is null then secret else vault._encrypt(id, new_secret) end,
    name = coalesce(new_name, name),
    description = coalesce(new_description, description),
    updated_at = now()
  where id = secret_id
$$;
comment on function vault.update_secret is 'Changes what is not null.';

revoke all on all functions in schema vault from public;
grant execute on all functions in schema vault to postgres with grant option;
