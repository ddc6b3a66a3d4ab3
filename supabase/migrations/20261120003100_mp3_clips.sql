-- Clips are MP3 or WAV files. Which of the two a file is stands in its name, which is what people
-- see who list or download it, and in its type, which is what players are told. Both say the same.

update storage.buckets
set allowed_mime_types = array[
  'audio/mpeg', 'audio/wav', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'
]
where id = 'voice-drops';

-- A trigger, since hosted Supabase checks policies before an upload and then writes the row
-- bypassing them. The type is null in such a check if the server does not know it yet: the row that
-- follows is checked again.
create function private.require_type_of_name() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  type constant text := new.metadata ->> 'mimetype';
  extension constant text := lower(coalesce(substring(new.name from '\.([A-Za-z0-9]+)$'), ''));
begin
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

create trigger require_type_of_name before insert or update of bucket_id, name, metadata
  on storage.objects
  for each row when (new.bucket_id = 'voice-drops')
  execute function private.require_type_of_name();
