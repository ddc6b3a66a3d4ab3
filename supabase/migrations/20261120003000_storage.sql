-- The bucket of clips, at {user id}/{name}, and avatars, at
-- avatars/{user id}-{timestamp}.{ext} (or with _ in place of -).

-- 26 MiB hold the longest drop: 300 s of 16-bit mono at 44.1 kHz are 26.46 MB.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'voice-drops', 'voice-drops', false, 26 * 1024 * 1024,
  array[
    'audio/mpeg', 'audio/wav', 'image/jpeg', 'image/png', 'image/webp', 'image/gif'
  ]
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.is_own_object(path text) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(
    path ~ ('^' || auth.uid() || '/[A-Za-z0-9][A-Za-z0-9._-]{0,99}$')
    or path ~ ('^avatars/' || auth.uid() || '[-_][0-9]{1,20}\.[a-z0-9]{1,10}$'),
    false
  );
end
$$;
comment on function private.is_own_object is
  'Whether a path in the bucket voice-drops is of the caller''s clips or avatars.';
grant execute on function private.is_own_object to authenticated;

-- What binds a file to a row: the one list of such tables. Only functions that run as its owner read it.
create view private.used_files as
  select 'voice_drops' as used_by, audio_path as path from public.voice_drops
  union all
  select 'voice_drop_comments', audio_path from public.voice_drop_comments
  where audio_path is not null
  union all
  select 'profiles', avatar_path from public.profiles
  where avatar_path is not null
  union all
  select 'report_evidence', path from public.report_evidence
  where path is not null and bucket = 'voice-drops';
comment on view private.used_files is
  'The files in the bucket voice-drops of drops, of comments, of profiles, and of evidence.';

-- Volatile, so that the query sees a row that was posted while the function waited for the lock.
create function private.is_used(path text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.lock_file(path);
  return exists (select from private.used_files as used where used.path = is_used.path);
end
$$;
comment on function private.is_used is
  'Whether a drop, a comment, a profile or evidence uses an object, which must then not be changed or removed. Locks the object against being posted until the transaction ends.';
grant execute on function private.is_used to authenticated;

-- Otherwise the file would reveal to its owner that what used it was reported.
create function private.is_evidence_alone(path text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from private.used_files as used
    where used.path = is_evidence_alone.path having every(used_by = 'report_evidence')
  );
end
$$;
comment on function private.is_evidence_alone is
  'Whether an object is the audio of a drop or a comment that was reported and then deleted, or a picture that the profile had when it was reported.';
grant execute on function private.is_evidence_alone to authenticated;

-- A path that is free again only where there is no evidence would say so.
create table private.removed_files (
  path text primary key,
  account_id uuid not null references public.profiles (user_id) on delete cascade
);
comment on table private.removed_files is
  'Paths of the audio of deleted drops and comments, and of former avatars, as long as the account exists.';
create index removed_files_account_id_idx on private.removed_files (account_id);
alter table private.removed_files enable row level security;

create function private.was_used(path text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from private.removed_files as removed where removed.path = was_used.path);
end
$$;
comment on function private.was_used is
  'Whether an object is, or was, the audio of a deleted drop or comment, or a former avatar.';
grant execute on function private.was_used to authenticated;

-- Pictures that are not the current avatar of a profile are visible to their owner only.
create function private.is_avatar(path text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.profiles where avatar_path = path and not is_banned
  );
end
$$;
comment on function private.is_avatar is
  'Whether an object is the avatar of a profile that others see.';
grant execute on function private.is_avatar to anon, authenticated;

-- On hosted Supabase a deleted account's token stays valid for up to an hour. The lock serialises
-- uploads and the account's deletion, so that the deletion finds every file.
create function private.has_profile() returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from public.profiles where user_id = auth.uid() for key share;
  return found;
end
$$;
comment on function private.has_profile is
  'Whether the caller has a profile. Locks it against deletion until the transaction ends.';
grant execute on function private.has_profile to authenticated;

create policy "Everyone can load the pictures that profiles show"
  on storage.objects for select to anon, authenticated
  using (
    bucket_id = 'voice-drops'
    and name like 'avatars/%'
    and metadata ->> 'mimetype' like 'image/%'
    and (metadata ->> 'size')::bigint <= 5 * 1024 * 1024
    and private.is_avatar(name)
  );

create policy "Everyone can load the audio of drops that they can see"
  on storage.objects for select to anon, authenticated
  using (
    bucket_id = 'voice-drops'
    and exists (select from public.voice_drops where audio_path = storage.objects.name)
  );

create policy "Everyone can load the clips of comments that they can see"
  on storage.objects for select to anon, authenticated
  using (
    bucket_id = 'voice-drops'
    and exists (select from public.voice_drop_comments where audio_path = storage.objects.name)
  );

create policy "People can load their own uploads"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'voice-drops'
    and private.is_own_object(name)
    and not private.is_evidence_alone(name)
  );

create policy "People upload to their own paths"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'voice-drops' and private.is_own_object(name) and private.has_profile()
    and not private.was_used(name)
  );

create policy "People replace and move their own uploads that nothing uses"
  on storage.objects for update to authenticated
  using (
    bucket_id = 'voice-drops' and private.is_own_object(name) and not private.is_used(name)
  )
  with check (
    bucket_id = 'voice-drops' and private.is_own_object(name) and not private.was_used(name)
  );

create policy "People remove their own uploads that nothing uses"
  on storage.objects for delete to authenticated
  using (
    bucket_id = 'voice-drops' and private.is_own_object(name) and not private.is_used(name)
  );
