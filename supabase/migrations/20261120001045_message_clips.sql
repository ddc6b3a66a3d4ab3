-- Clips of messages. Their bytes are objects of the bucket `messages`, whose names are random: only this table says
-- whose a clip is. The function `message-clips` uploads them, signs their addresses and removes those that are not
-- used any more; the migration message_clip_storage has its part.

create table private.message_clips (
  id uuid primary key,
  account_id uuid references public.profiles (user_id) on delete set null,
  name text not null unique,
  size bigint not null,
  duration double precision not null,
  waveform smallint[] not null,
  filter_used text not null,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  is_used boolean not null default false,
  removable_at timestamptz default now() + interval '1 day',
  constraint message_clips_size_check check (size > 0 and size <= 6 * 1024 * 1024),
  constraint message_clips_duration_check check (duration >= 0.3 and duration <= 71),
  constraint message_clips_waveform_check check (private.is_waveform(waveform)),
  constraint message_clips_filter_used_check check (filter_used = any (private.voice_filters()))
);

comment on table private.message_clips is
  'Clips that were uploaded for messages. A message refers to its clip.';
comment on column private.message_clips.id is 'Made by the client, so that a repeated upload is the same clip.';
comment on column private.message_clips.account_id is
  'Who uploaded it; null once that account is deleted.';
comment on column private.message_clips.name is 'Of the object in the bucket: random, with the extension of its type.';
comment on column private.message_clips.stored_at is 'When the object was written; null before.';
comment on column private.message_clips.is_used is 'Whether a message has used it, which may be deleted by now.';
comment on column private.message_clips.removable_at is
  'When it may be removed: a day after the upload, or a while after its message was deleted. Null while a message uses it.';

create index message_clips_account_id_idx on private.message_clips (account_id, created_at);
create index message_clips_removable_at_idx
  on private.message_clips (removable_at) where removable_at is not null;

alter table private.message_clips enable row level security;

create table private.removed_clips (name text primary key);
comment on table private.removed_clips is
  'Names of objects whose clip was removed, until the objects are.';
alter table private.removed_clips enable row level security;

-- A clip and its object are deleted in this order, so that an upload that is repeated meanwhile is a new object.
create function private.note_removed_clip() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into private.removed_clips values (old.name);
  return null;
end
$$;

create trigger note_removed_clip after delete on private.message_clips
  for each row when (old.stored_at is not null)
  execute function private.note_removed_clip();

create function public.begin_message_clip(
  clip uuid, type text, size bigint, duration double precision, waveform smallint[], filter text
)
returns table (name text, is_stored boolean)
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
  known private.message_clips;
  unused int;
  unused_bytes numeric;
  bytes_of_the_day numeric;
begin
  if not private.is_fully_signed_in() then
    raise exception 'Sending a clip takes your second factor.' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_may_write();
  -- Uploads of an account are serialised, so that concurrent ones do not all pass the limit.
  perform private.lock_account(caller);
  select * into known from private.message_clips where id = clip for update;
  if found and known.account_id is distinct from caller then
    raise exception 'This id is of another clip.' using errcode = 'PT409';
  elsif known.stored_at is not null then
    update private.message_clips set removable_at = now() + interval '1 day'
    where id = clip and not is_used;
    return query select known.name, true;
    return;
  elsif known.id is null then
    perform private.consume_quota('message clip', 1);
  end if;
  select
    count(*) filter (where not is_used),
    coalesce(sum(kept.size) filter (where not is_used), 0),
    coalesce(sum(kept.size) filter (where created_at > now() - interval '1 day'), 0)
  into unused, unused_bytes, bytes_of_the_day
  from private.message_clips as kept where account_id = caller and id <> clip;
  -- As in packages/domain: UNUSED_UPLOADS_MAX, UNUSED_UPLOADS_MAX_BYTES, DAILY_MESSAGE_CLIPS_MAX_BYTES.
  if unused >= 50 or unused_bytes + begin_message_clip.size > 100 * 1024 * 1024 then
    raise exception 'You have many clips that no message uses. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  if bytes_of_the_day + begin_message_clip.size > 256 * 1024 * 1024 then
    raise exception 'You have sent many clips within the last day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  return query
  insert into private.message_clips (id, account_id, name, size, duration, waveform, filter_used)
  values (
    clip,
    caller,
    gen_random_uuid() || case type when 'audio/mpeg' then '.mp3' else '.wav' end,
    begin_message_clip.size,
    begin_message_clip.duration,
    begin_message_clip.waveform,
    filter
  )
  -- An upload that was interrupted is repeated.
  on conflict (id) do update set
    size = excluded.size,
    duration = excluded.duration,
    waveform = excluded.waveform,
    filter_used = excluded.filter_used,
    removable_at = excluded.removable_at
  where message_clips.account_id = caller and message_clips.stored_at is null
  returning message_clips.name, false;
end
$$;
comment on function public.begin_message_clip is
  'Admits a clip of the caller, with the second factor and within the limits, and returns the name of its object. A stored clip is returned as it is. Called by the function message-clips before it uploads.';
revoke all on function public.begin_message_clip from anon, service_role;
grant execute on function public.begin_message_clip to authenticated;

create function private.use_message_clip(clip uuid) returns private.message_clips
language plpgsql
set search_path = ''
as $$
declare
  used private.message_clips;
begin
  update private.message_clips set is_used = true, removable_at = null
  where id = clip and account_id = auth.uid() and stored_at is not null and not is_used
  returning * into used;
  if not found then
    raise exception 'The clip of a message has to be uploaded first.' using errcode = 'PT409';
  end if;
  return used;
end
$$;
comment on function private.use_message_clip is
  'Takes a stored clip of the caller, which no message uses, for a message. Raises an error for any other.';

create function private.release_message_clips(clips uuid[], kept interval default '0') returns void
language sql
set search_path = ''
as $$
  update private.message_clips set removable_at = now() + kept where id = any (clips)
$$;
comment on function private.release_message_clips is
  'Lets clips be removed that no message uses any more, after a time.';
