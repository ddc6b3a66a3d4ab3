-- How large a drop's file is, which podcast feeds name: for those who may read the file, as their policies
-- decide.

create function public.audio_size(public.voice_drops) returns bigint
language sql stable
set search_path = ''
as $$
  select (metadata ->> 'size')::bigint from storage.objects
  where bucket_id = 'voice-drops' and name = $1.audio_path
$$;
comment on function public.audio_size is 'Bytes of the drop''s file as it was posted.';
revoke all on function public.audio_size from public;
grant execute on function public.audio_size to anon, authenticated, service_role;
