-- The bucket of the clips of messages. No policy gives an API role access to it: the function `message-clips` writes,
-- signs and removes its objects with the secret key. Recipients must not learn from an object who has sent it, or when
-- more finely than in five minutes.

-- 6 MiB hold the longest clip: 71 s of 16-bit mono at 44.1 kHz are 6.26 MB.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('messages', 'messages', false, 6 * 1024 * 1024, array['audio/mpeg', 'audio/wav'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.withhold_clip_origin() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  about constant timestamptz := date_bin('5 minutes', now(), timestamptz 'epoch');
begin
  new.owner := null;
  new.owner_id := null;
  new.created_at := about;
  new.updated_at := about;
  new.last_accessed_at := about;
  if new.metadata ? 'lastModified' then
    new.metadata := new.metadata || jsonb_build_object(
      'lastModified', to_char(about at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    );
  end if;
  return new;
end
$$;

-- By its name after the trigger of storage that sets updated_at.
create trigger withhold_clip_origin before insert or update on storage.objects
  for each row when (new.bucket_id = 'messages')
  execute function private.withhold_clip_origin();

-- An object without a clip could never be found again. Its length is measured by the embedded backend; hosted Supabase
-- measures none, and the function's measurement stays.
create function private.store_message_clip() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.message_clips
  set stored_at = now(),
    size = coalesce((new.metadata ->> 'size')::bigint, size),
    duration = coalesce((new.metadata ->> 'duration')::double precision, duration)
  where name = new.name and account_id is not null and stored_at is null;
  if not found then
    raise exception 'There is no clip of this name' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

create trigger store_message_clip after insert on storage.objects
  for each row when (new.bucket_id = 'messages')
  execute function private.store_message_clip();

create function private.clip_name(message uuid) returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (
    select clip.name from public.messages as used
    join private.message_clips as clip on clip.id = used.clip_id
    where used.id = message
  );
end
$$;
comment on function private.clip_name is 'The object of a message''s clip. Says nothing about who may play it.';
grant execute on function private.clip_name to authenticated;

-- Runs as the caller, so that the policies of messages apply: membership, deletions, blocks, the second factor.
create function public.playable_message_clips(messages uuid[])
returns table (message uuid, name text)
language sql stable
set search_path = ''
as $$
  select seen.id, private.clip_name(seen.id)
  from public.messages as seen
  join public.conversation_participants as mine using (conversation_id)
  where seen.id = any (messages) and seen.duration is not null and mine.is_accepted
$$;
comment on function public.playable_message_clips is
  'Those of messages whose clip the caller may play now, with the names of their objects: messages that the caller reads, in conversations that the caller has accepted.';
revoke all on function public.playable_message_clips from anon, service_role;
grant execute on function public.playable_message_clips to authenticated;

create view private.due_removed_clips as
  select name from private.removed_clips as removed
  where not exists (
    select from public.report_evidence where bucket = 'messages' and path = removed.name
  );
comment on view private.due_removed_clips is
  'Removed clips whose objects may be removed now: not those that are evidence of a report.';

create function public.remove_message_clips(batch_size int default 500) returns setof text
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.removed_clips as removed
  where not exists (
    select from storage.objects where bucket_id = 'messages' and objects.name = removed.name
  );
  -- One that was uploaded again meanwhile is not due any more. Also those that are evidence: their sender may upload
  -- another with the id, and would know of the report otherwise.
  delete from private.message_clips
  where id in (
    select id from private.message_clips where removable_at <= now() order by removable_at limit batch_size
  ) and removable_at <= now();
  return query select name from private.due_removed_clips limit batch_size;
end
$$;
comment on function public.remove_message_clips is
  'Deletes a batch of clips that may be removed, and returns the names of objects in the bucket messages that are to be removed through the storage API, some of which may be removed already. The caller calls again until there are none.';
revoke all on function public.remove_message_clips from anon, authenticated;
grant execute on function public.remove_message_clips to service_role;

create function private.request_clip_removal() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from private.message_clips where removable_at <= now())
    or exists (select from private.due_removed_clips) then
    perform private.call_server_function('message-clips', '{"sweep": true}');
  end if;
end
$$;
comment on function private.request_clip_removal is
  'Has the function message-clips remove the objects of clips that may be removed, if there are any.';
