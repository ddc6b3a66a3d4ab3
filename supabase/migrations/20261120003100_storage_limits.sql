-- Rules for every write to the bucket voice-drops, including the server's own; those about types and media also for
-- the bucket messages. They are triggers, since hosted Supabase checks policies before an upload and then writes the
-- row bypassing them.

create function private.protect_used_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_used(old.name) then
    raise exception 'A file that is in use cannot be changed'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger protect_used_file before update of bucket_id, name, version on storage.objects
  for each row when (
    old.bucket_id = 'voice-drops'
    and (old.bucket_id, old.name, old.version)
      is distinct from (new.bucket_id, new.name, new.version)
  )
  execute function private.protect_used_file();

-- The audio of a deleted drop or comment goes with it, and a picture when another replaces it, whichever address
-- somebody has, and with its row the bytes, unless it is evidence. Only where bytes follow their row: hosted Supabase keeps the bytes of rows that
-- SQL deletes, so there the app removes the file through the storage API (see docs/deploying.md).

create function private.remove_object(path text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if to_regprocedure('storage.notify_bytes_unused()') is not null then
    delete from storage.objects where bucket_id = 'voice-drops' and name = path;
  end if;
end
$$;

create function private.remove_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  removed constant text := to_jsonb(old) ->> tg_argv[0];
begin
  perform private.lock_file(removed);
  if not exists (
    select from private.used_files where path = removed and used_by <> tg_table_name
  ) then
    perform private.remove_object(removed);
  end if;
  return old;
end
$$;
comment on function private.remove_file is
  'Removes the file whose path is in the given column, unless it is evidence.';

create function private.note_removed_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.removed_files (path, account_id)
  select to_jsonb(old) ->> tg_argv[0], user_id from public.profiles
  where user_id = old.user_id
    and not exists (select from private.account_deletions as begun where begun.user_id = old.user_id);
  return null;
end
$$;

create trigger note_removed_file after delete on public.voice_drops
  for each row execute function private.note_removed_file('audio_path');
create trigger note_removed_file after delete on public.voice_drop_comments
  for each row when (old.audio_path is not null) execute function private.note_removed_file('audio_path');
create trigger note_removed_file after update of avatar_url on public.profiles
  for each row when (old.avatar_path is not null and old.avatar_path is distinct from new.avatar_path)
  execute function private.note_removed_file('avatar_path');

-- Before the deletion, so that the lock is taken before the row is locked, as when it is posted.
create trigger remove_file before delete on public.voice_drops
  for each row execute function private.remove_file('audio_path');
create trigger remove_file before delete on public.voice_drop_comments
  for each row when (old.audio_path is not null) execute function private.remove_file('audio_path');
create trigger remove_file after update of avatar_url on public.profiles
  for each row when (old.avatar_path is not null and old.avatar_path is distinct from new.avatar_path)
  execute function private.remove_file('avatar_path');

create function private.refuse_removed_avatar() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.was_used(private.object_path(new.avatar_url)) then
    raise exception 'This picture was removed. Upload it again.' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;

create trigger refuse_removed_avatar before insert or update of avatar_url on public.profiles
  for each row when (new.avatar_url is not null) execute function private.refuse_removed_avatar();

create function private.remove_evidence_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_used(old.path) then
    perform private.remove_object(old.path);
  end if;
  return null;
end
$$;

create trigger remove_evidence_file after delete on public.report_evidence
  for each row when (old.bucket = 'voice-drops') execute function private.remove_evidence_file();

-- Limits the disk space of an account. Only a few of an account's objects should be used by nothing: uploads that are about to be posted, and leftovers of crashes.

create function private.account_uploads(account uuid)
returns table (name text, size bigint, created_at timestamptz, is_used boolean)
language sql stable security definer
set search_path = ''
as $$
  select
    name,
    (metadata ->> 'size')::bigint,
    created_at,
    exists (select from private.used_files where path = objects.name)
  from storage.objects
  where bucket_id = 'voice-drops'
    -- Ranges, which can use the index: '0' is the character after '/', and '~' sorts after every
    -- character of a path.
    and (
      name collate "C" >= account || '/' and name collate "C" < account || '0'
      or name collate "C" >= 'avatars/' || account and name collate "C" < 'avatars/' || account || '~'
    )
$$;
comment on function private.account_uploads is
  'The clips and avatars of an account. is_used: whether a row uses the object. Sizes in bytes.';

create function private.enforce_upload_quota() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := substring(new.name from '^(?:avatars/)?([0-9a-f-]{36})[/_-]');
  -- The length that the client declares, and once stored the size, bytes. At least 1 where neither
  -- is known.
  length constant bigint := greatest(
    1, coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength', '0')::bigint
  );
  -- Bytes of the account's other pending uploads, set by the embedded backend. The setting is empty
  -- if an earlier transaction of the connection had set it.
  under_way constant bigint :=
    coalesce(nullif(current_setting('storage.bytes_under_way', true), ''), '0')::bigint;
  unused bigint;
  unused_bytes numeric;
  bytes_of_the_day numeric;
begin
  -- Triggers run before policies, which refuse this upload. An error here would reveal that another
  -- account is full.
  if account <> auth.uid() then
    return new;
  end if;
  -- Uploads of an account are serialised, so that concurrent ones do not all pass the limit.
  perform pg_advisory_xact_lock(hashtextextended('voice-drops/' || account, 0));
  select
    count(*) filter (where not is_used),
    coalesce(sum(size) filter (where not is_used), 0),
    coalesce(sum(size) filter (where created_at > now() - interval '1 day'), 0)
  into unused, unused_bytes, bytes_of_the_day
  from private.account_uploads(account)
  where name <> new.name;
  -- As in packages/domain: UNUSED_UPLOADS_MAX, UNUSED_UPLOADS_MAX_BYTES, DAILY_UPLOADS_MAX_BYTES.
  if unused >= 50 or unused_bytes + under_way + length > 100 * 1024 * 1024 then
    raise exception 'This account has too many files that nothing uses'
      using errcode = 'insufficient_privilege', hint = 'Remove those that unused_uploads() lists.';
  end if;
  if bytes_of_the_day + under_way + length > 1024 * 1024 * 1024 then
    raise exception 'This account has uploaded too much today'
      using errcode = 'insufficient_privilege', hint = 'There is room again tomorrow.';
  end if;
  return new;
end
$$;

-- Only for the paths of accounts: only the server can write to others.
create trigger enforce_upload_quota before insert on storage.objects
  for each row when (
    new.bucket_id = 'voice-drops'
    and new.name ~ '^(avatars/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[/_-]'
  )
  execute function private.enforce_upload_quota();

create function public.unused_uploads() returns setof text
language sql stable security definer
set search_path = ''
as $$
  select name from private.account_uploads(auth.uid())
  where not is_used and created_at < now() - interval '1 day'
    and (select private.is_fully_signed_in())
  order by created_at
$$;
comment on function public.unused_uploads is
  'Paths in the bucket voice-drops of the caller''s clips and avatars that are older than a day and unused. For removal through the storage API.';
revoke all on function public.unused_uploads from anon;
grant execute on function public.unused_uploads to authenticated;

-- Clips are MP3 or WAV files. Listings and downloads show the extension, and players use the type, so both
-- must agree. The type is null when hosted Supabase checks policies before an upload whose type it does
-- not know yet, and the type of the request when it checks them before it signs an upload's address; the
-- row that it writes afterwards, with its size, is checked again.
create function private.require_matching_type() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  type constant text := new.metadata ->> 'mimetype';
  extension constant text := lower(coalesce(substring(new.name from '\.([A-Za-z0-9]+)$'), ''));
begin
  if type like 'application/json%' and new.metadata ->> 'size' is null then
    return new;
  end if;
  if (extension = 'mp3') <> (type = 'audio/mpeg') then
    raise exception 'The name of an MP3 file ends in .mp3, and its type is audio/mpeg'
      using errcode = 'insufficient_privilege';
  end if;
  if extension = 'wav' and type <> 'audio/wav' then
    raise exception 'The type of a file whose name ends in .wav is audio/wav'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger require_matching_type before insert or update of bucket_id, name, metadata
  on storage.objects
  for each row when (new.bucket_id in ('voice-drops', 'messages'))
  execute function private.require_matching_type();

-- What the embedded backend has read from the bytes of an upload. Hosted Supabase reads nothing.
create function private.require_usable_media() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  facts constant jsonb := new.metadata;
begin
  -- As in packages/domain: VOICE_DROP_MIN_SECONDS, VOICE_DROP_MAX_SECONDS, AVATAR_MAX_PIXELS.
  if (facts ->> 'duration')::double precision not between 0.3 and 300 then
    raise exception 'A recording is between 0.3 and 300 seconds long'
      using errcode = 'invalid_parameter_value';
  end if;
  if (facts ->> 'sampleRate')::double precision not between 8000 and 192000 then
    raise exception 'A recording has between 8000 and 192000 samples a second'
      using errcode = 'invalid_parameter_value';
  end if;
  if greatest((facts ->> 'width')::bigint, (facts ->> 'height')::bigint) > 4096 then
    raise exception 'A picture has at most 4096 pixels a side'
      using errcode = 'invalid_parameter_value';
  end if;
  return new;
end
$$;

create trigger require_usable_media before insert or update of bucket_id, metadata on storage.objects
  for each row when (new.bucket_id in ('voice-drops', 'messages'))
  execute function private.require_usable_media();
