-- What holds for every write to the bucket voice-drops, the server's own included.
-- Triggers, since a hosted server asks the policies before an upload and writes
-- the row past them once the bytes have arrived.

create function private.keep_posted_audio() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.is_posted(old.name) then
    raise exception 'The audio of a voice drop cannot be changed'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger keep_posted_audio before update of bucket_id, name, version on storage.objects
  for each row when (
    old.bucket_id = 'voice-drops'
    and (old.bucket_id, old.name, old.version)
      is distinct from (new.bucket_id, new.name, new.version)
  )
  execute function private.keep_posted_audio();

-- Nobody fills the disk. An object that is neither the audio of a drop nor the
-- avatar of a profile is of no use to anyone, and an account has few of them: a
-- post under way, and what crashes have left.

create function private.uploads_of(account uuid)
returns table (name text, size bigint, created_at timestamptz, is_used boolean)
language sql stable security definer
set search_path = ''
as $$
  select
    name,
    (metadata ->> 'size')::bigint,
    created_at,
    exists (select from public.voice_drops where audio_path = objects.name)
    or exists (
      select from public.profiles where user_id = account and avatar_path = objects.name
    )
  from storage.objects
  where bucket_id = 'voice-drops'
    -- '0' follows '/', and '~' all that can stand in a path: ranges, for the index.
    and (
      name collate "C" >= account || '/' and name collate "C" < account || '0'
      or name collate "C" >= 'avatars/' || account and name collate "C" < 'avatars/' || account || '~'
    )
$$;
comment on function private.uploads_of is
  'The clips and avatars of an account. One is used that is the audio of a drop or the account''s avatar. Sizes in bytes.';

create function private.require_room() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := substring(new.name from '^(?:avatars/)?([0-9a-f-]{36})[/_-]');
  -- An upload's length as its client declares it, and then its size. One that says nothing wants
  -- room for a byte.
  length constant bigint := greatest(
    1, coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength', '0')::bigint
  );
  -- What the account's other uploads will bring, set by the embedded backend before their bytes
  -- have come. The setting is empty where an earlier transaction of the connection had it.
  under_way constant bigint :=
    coalesce(nullif(current_setting('storage.bytes_under_way', true), ''), '0')::bigint;
  unused bigint;
  unused_bytes numeric;
  bytes_of_the_day numeric;
begin
  -- Triggers run before policies, which refuse this: whose account is full must not show.
  if account <> auth.uid() then
    return new;
  end if;
  -- One upload at a time is let in, so that many at once do not all find room.
  perform pg_advisory_xact_lock(hashtextextended('voice-drops/' || account, 0));
  select
    count(*) filter (where not is_used),
    coalesce(sum(size) filter (where not is_used), 0),
    coalesce(sum(size) filter (where created_at > now() - interval '1 day'), 0)
  into unused, unused_bytes, bytes_of_the_day
  from private.uploads_of(account)
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

-- Only for paths that are an account's: nobody but the server writes to others.
create trigger require_room before insert on storage.objects
  for each row when (
    new.bucket_id = 'voice-drops'
    and new.name ~ '^(avatars/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[/_-]'
  )
  execute function private.require_room();

create function public.unused_uploads() returns setof text
language sql stable security definer
set search_path = ''
as $$
  select name from private.uploads_of(auth.uid())
  where not is_used and created_at < now() - interval '1 day'
    and (select private.is_fully_signed_in())
  order by created_at
$$;
comment on function public.unused_uploads is
  'Paths in the bucket voice-drops of the caller''s clips and avatars that nothing has used for a day. To be removed through the storage API.';
revoke all on function public.unused_uploads from public, anon;
grant execute on function public.unused_uploads to authenticated;
