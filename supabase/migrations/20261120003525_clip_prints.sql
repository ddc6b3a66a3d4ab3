-- Clips that were removed, to recognise them when they are posted again. The same bytes hold a drop when it is posted;
-- for the same sound a server function computes a print (Chromaprint) soon after, which is compared here.

create function private.print_parts(print bit varying) returns int[]
language sql immutable strict
set search_path = ''
as $$
  select array_agg(distinct half * 65536 + substring(print from 32 * place + 16 * half + 1 for 16)::bit(16)::int)
  from generate_series(0, length(print) / 32 - 1) as place, generate_series(0, 1) as half
$$;
comment on function private.print_parts is
  'The different halves of the words of a print, by which an index finds prints that may be similar.';

create table private.clip_prints (
  subject_id uuid primary key,
  hash text,
  print bit varying,
  parts int[] generated always as (private.print_parts(print)) stored,
  created_at timestamptz not null default now(),
  constraint clip_prints_print_check check (length(print) % 32 = 0)
);

comment on table private.clip_prints is
  'The clips of drops and comments that staff have removed, for six months. A clip that is restored is deleted here.';
comment on column private.clip_prints.subject_id is 'The drop or comment, without a foreign key: it is deleted earlier.';
comment on column private.clip_prints.hash is 'Of the bytes: see private.clip_hash.';
comment on column private.clip_prints.print is
  'Its Chromaprint: 32 bits for every eighth of a second. Null until it is computed, and where it would match too much.';

create index clip_prints_hash_idx on private.clip_prints (hash);
create index clip_prints_created_at_idx on private.clip_prints (created_at);
create index clip_prints_parts_idx on private.clip_prints using gin (parts);

alter table private.clip_prints enable row level security;

create function private.clip_hash(path text) returns text
language sql stable
set search_path = ''
as $$
  select coalesce(metadata ->> 'sha256', metadata ->> 'eTag') from storage.objects
  where bucket_id = 'voice-drops' and name = path
$$;
comment on function private.clip_hash is
  'A hash of the bytes of a clip. The embedded backend stores a SHA-256; the ETag of hosted Supabase is an MD5.';

-- What is removed, and restored.

create function private.change_clip_prints() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.moderation = 'removed' then
    insert into private.clip_prints (subject_id, hash) values (new.id, private.clip_hash(new.audio_path));
    insert into private.outbox (kind, subject) values ('print', new.id) on conflict do nothing;
  else
    delete from private.clip_prints where subject_id = new.id;
    delete from private.outbox where kind = 'print' and subject = new.id;
  end if;
  return null;
end
$$;

create trigger change_clip_prints after update of moderation on public.voice_drops
  for each row when ((old.moderation = 'removed') <> (new.moderation = 'removed'))
  execute function private.change_clip_prints();
create trigger change_clip_prints after update of moderation on public.voice_drop_comments
  for each row when (
    new.audio_path is not null and (old.moderation = 'removed') <> (new.moderation = 'removed')
  )
  execute function private.change_clip_prints();

-- What is posted. A drop is held; comments cannot be, and get a case.

create function private.review_copy(kind text, subject uuid, copied uuid, reason text) returns void
language plpgsql
set search_path = ''
as $$
declare
  details constant jsonb := jsonb_build_object('reason', reason, 'copy_of', (
    select case_id from public.decisions
    where subject_id = copied and measure = 'remove' order by created_at desc limit 1
  ));
  opened uuid;
begin
  if kind = 'drop' then
    perform private.hold_drop(subject, details);
    return;
  end if;
  opened := private.open_case(kind, subject, private.author_of(kind, subject), details);
  perform private.take_evidence(opened, kind, subject);
end
$$;
comment on function private.review_copy is
  'Holds a drop whose clip is one that was removed, or opens the case of a comment. The case refers to that of the removal.';

create function private.same_clip(path text) returns uuid
language sql stable
set search_path = ''
as $$
  select subject_id from private.clip_prints
  where hash = private.clip_hash(same_clip.path) order by created_at desc limit 1
$$;
comment on function private.same_clip is 'The latest drop or comment that was removed with the same bytes as an object.';

create function private.hold_removed_clip() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.same_clip(private.object_path(new.audio_url)) is not null then
    new.moderation := 'held';
  end if;
  return new;
end
$$;

-- By its name before the trigger that sets the audience.
create trigger hold_removed_clip before insert on public.voice_drops
  for each row execute function private.hold_removed_clip();

create function private.review_clip() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  copied constant uuid := private.same_clip(new.audio_path);
begin
  if copied is not null then
    perform private.review_copy(
      tg_argv[0], new.id, copied, 'It is the same recording as one that was removed.'
    );
  elsif exists (select from private.clip_prints) then
    insert into private.outbox (kind, subject) values ('print', new.id);
  end if;
  return null;
end
$$;

create trigger review_clip after insert on public.voice_drops
  for each row execute function private.review_clip('drop');
create trigger review_clip after insert on public.voice_drop_comments
  for each row when (new.audio_path is not null)
  execute function private.review_clip('comment');

-- Prints.

create function private.posted_clip(subject uuid, out kind text, out path text)
language sql stable
set search_path = ''
as $$
  select 'drop', audio_path from public.voice_drops where id = subject
  union all
  select 'comment', audio_path from public.voice_drop_comments where id = subject
$$;
comment on function private.posted_clip is 'The clip of a drop or a comment; null if it is gone.';

-- Several in one call, so that where many people post, prints delay neither each other nor other events.
create function private.request_prints(batch_size int default 10) returns void
language plpgsql
set search_path = ''
as $$
declare
  event private.outbox;
  path text;
  clips jsonb := '[]';
begin
  for event in
    select * from private.outbox
    where kind = 'print' and due <= now() order by due, id limit batch_size for update skip locked
  loop
    path := (private.posted_clip(event.subject)).path;
    if path is null then
      delete from private.outbox where id = event.id;
    else
      clips := clips || jsonb_build_object('subject', event.subject, 'path', path);
      -- The print that is stored ends the event.
      perform private.postpone_event(event);
    end if;
  end loop;
  if clips <> '[]' then
    perform private.call_server_function('clip-print', jsonb_build_object('clips', clips));
  end if;
end
$$;
comment on function private.request_prints is
  'Calls the function that computes prints for the clips that have waited for longest.';

create function private.print_similarity(one bit varying, other bit varying) returns double precision
language sql immutable
set search_path = ''
as $$
  select max(1 - bit_count(
    substring(one from 32 * greatest(shift, 0) + 1 for 32 * shared)
      # substring(other from 32 * greatest(-shift, 0) + 1 for 32 * shared)
  ) / (32.0 * shared))
  from (select length(one) / 32 as ones, length(other) / 32 as others) as counts
  cross join lateral generate_series(-others, ones) as shift
  cross join lateral (
    select least(ones - greatest(shift, 0), others - greatest(-shift, 0)) as shared
  ) as overlap
  where shared >= greatest(16, least(ones, others) / 2)
$$;
comment on function private.print_similarity is
  'The largest share of equal bits of two prints, one moved along the other. They overlap by at least two seconds, and by half of the shorter one.';

create function private.is_distinctive(print bit varying) returns boolean
language sql immutable
set search_path = ''
as $$
  select count(distinct substring(print from 32 * place + 1 for 32)) >= 16
  from generate_series(0, length(print) / 32 - 1) as place
$$;
comment on function private.is_distinctive is
  'Whether a print is of two seconds of varied sound at least. All silence sounds the same.';

-- Of a clip that is encoded again or cut, some 40 of 100 parts are those of the original; of other speech at most a
-- few. So the twenty with most equal parts are compared, however many clips were removed.
create function private.similar_clip(given bit varying) returns uuid
language sql stable
set search_path = ''
as $$
  with candidates as (
    select removed.subject_id
    from unnest(private.print_parts(given)) as part
    join private.clip_prints as removed on removed.parts @> array[part]
    group by removed.subject_id order by count(*) desc limit 20
  )
  select subject_id
  from (
    select subject_id, private.print_similarity(print, given) as similarity
    from private.clip_prints join candidates using (subject_id)
  ) as compared
  -- Encoded again 0.99, cut from 0.90 on; other words in the same masked voice up to 0.80.
  where similarity >= 0.85 order by similarity desc limit 1
$$;
comment on function private.similar_clip is
  'The drop or comment that was removed whose clip sounds most like a print; null if none does.';

create function public.store_clip_print(subject uuid, print text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  given constant bit varying := print::bit varying;
  copied uuid;
  clip record;
begin
  delete from private.outbox as event where event.kind = 'print' and event.subject = store_clip_print.subject;
  -- Another call was first, or it is not needed any more.
  if not found or not private.is_distinctive(given) then
    return;
  end if;
  update private.clip_prints as removed set print = given where subject_id = subject;
  if found then
    return;
  end if;
  copied := private.similar_clip(given);
  if copied is null then
    return;
  end if;
  select * into clip from private.posted_clip(subject);
  -- As a deletion does, so that it is either found here or waits.
  perform private.lock_file(clip.path);
  if private.author_of(clip.kind, subject) is not null then
    perform private.review_copy(
      clip.kind, subject, copied, 'It sounds like a recording that was removed.'
    );
  end if;
end
$$;
comment on function public.store_clip_print is
  'Takes the print of a clip, as bits, from the function that computes it: stores that of a removed one, and compares that of a posted one with them.';
revoke all on function public.store_clip_print from anon, authenticated;
grant execute on function public.store_clip_print to service_role;
