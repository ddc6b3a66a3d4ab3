-- Buckets and objects, with the tables, columns and functions of Supabase Storage.
-- A row of storage.objects represents an object; its version is part of the file name on disk.

grant usage, create on schema storage to supabase_storage_admin;
set local role supabase_storage_admin;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

create function storage.foldername(name text) returns text[]
language sql immutable
as $$ select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1] $$;

create function storage.filename(name text) returns text
language sql immutable
as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;

create function storage.extension(name text) returns text
language sql immutable
as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

create function storage.operation() returns text
language sql stable
as $$ select current_setting('storage.operation', true) $$;

create function storage.touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.touch_updated_at();

-- SQL can delete rows too: triggers and functions of a project. The storage service is notified when such a
-- transaction is committed, and removes the bytes.
create function storage.notify_bytes_unused() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('storage_bytes_unused', old.id || '.' || old.version);
  return null;
end
$$;
create trigger notify_bytes_unused after delete on storage.objects
  for each row when (old.version is not null)
  execute function storage.notify_bytes_unused();

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to postgres, anon, authenticated, service_role;
