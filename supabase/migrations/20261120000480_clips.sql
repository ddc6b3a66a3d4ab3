-- What the tables of clips share: voice drops, comments and messages.

-- As in packages/domain: VOICE_FILTER_IDS.
create function private.voice_filters() returns text[]
language sql immutable
set search_path = ''
as $$
  select array[
    'original', 'veil', 'chipmunk', 'deep', 'robot', 'echo', 'vintage', 'megaphone'
  ]
$$;
comment on function private.voice_filters is 'The ids of the voice filters.';

create function private.is_waveform(peaks smallint[]) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(
    array_ndims(peaks) = 1
      and cardinality(peaks) = 100
      and array_position(peaks, null) is null
      and 0 <= all (peaks)
      and 100 >= all (peaks),
    false
  )
$$;
comment on function private.is_waveform is 'Whether an array is 100 peaks from 0 (silence) to 100.';

-- The constraints of tables that people write call them.
grant execute on function private.voice_filters, private.is_waveform to authenticated, service_role;

-- The audio of drops and comments is in the bucket voice-drops, in the folder of its author. The lock
-- serialises posting it and removing its object (see the storage policies).

create function private.lock_file(path text) returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('voice-drops/' || path, 0))
$$;

create function private.require_audio() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  uploaded constant text := private.object_path(new.audio_url);
  measured double precision;
begin
  -- Triggers run before policies and constraints, which refuse these rows. An error here would
  -- reveal whether another account's file exists.
  if new.user_id <> auth.uid() or not starts_with(uploaded, new.user_id || '/') then
    return new;
  end if;
  perform private.lock_file(uploaded);
  select (metadata ->> 'duration')::double precision into measured from storage.objects
  where bucket_id = 'voice-drops' and name = uploaded and metadata ->> 'mimetype' like 'audio/%';
  if not found or private.was_used(uploaded) then
    raise exception 'Audio has to be uploaded before it is posted'
      using errcode = 'foreign_key_violation';
  end if;
  -- A unique index refuses what its own table has.
  if exists (
    select from private.used_files where path = uploaded and used_by <> tg_table_name
  ) then
    raise exception 'This audio is posted already' using errcode = 'unique_violation';
  end if;
  new.audio_url := private.object_url(uploaded);
  -- The file's length, whatever the client states. Hosted Supabase measures none (docs/deploying.md).
  new.duration := coalesce(measured, new.duration);
  return new;
end
$$;
comment on function private.require_audio is
  'Binds a row with an audio_url to an uploaded clip of its author. Triggers of the tables of the view used_files call it.';
