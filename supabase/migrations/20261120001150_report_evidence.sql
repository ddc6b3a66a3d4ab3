-- What was reported, as it was then: its author may delete it before the team has read the report. What is held, and what
-- staff open a case of, is kept as well.

create table public.report_evidence (
  id bigint generated always as identity primary key,
  case_id uuid not null,
  report_id uuid,
  position int not null default 0,
  subject_kind text not null,
  subject_id uuid not null,
  author_id uuid,
  content text,
  facts jsonb not null default '{}',
  bucket text,
  path text,
  written_at timestamptz not null,
  created_at timestamptz not null default now(),
  kept_until timestamptz,
  constraint report_evidence_subject_kind_check check (subject_kind in ('drop', 'comment', 'message', 'person')),
  constraint report_evidence_path_check check ((bucket is null) = (path is null))
);

comment on table public.report_evidence is
  'Words, clips and pictures of what was reported. No foreign keys: the rows outlive the report and its subject. Only the desk and the secret key read them.';
comment on column public.report_evidence.report_id is 'The report; null for what was kept without one.';
comment on column public.report_evidence.position is
  '0 is what was reported, -1 what came before it in the same conversation, and so on.';
comment on column public.report_evidence.content is 'The words: a title, a comment, a message, or a bio.';
comment on column public.report_evidence.facts is
  'The hashtags of a drop, the length, peaks and filter of a clip, the username of a person.';
comment on column public.report_evidence.path is
  'The clip, or a person''s picture, in its bucket. The file is kept as long as this row.';
comment on column public.report_evidence.written_at is 'When the subject was written.';
comment on column public.report_evidence.kept_until is
  'Six months after its case was closed; null while the case is open.';

create index report_evidence_case_id_idx on public.report_evidence (case_id);
create index report_evidence_report_id_idx on public.report_evidence (report_id);
create index report_evidence_path_idx on public.report_evidence (path) where path is not null;
create index report_evidence_kept_until_idx
  on public.report_evidence (kept_until) where kept_until is not null;

alter table public.report_evidence enable row level security;

create function private.author_of(kind text, subject uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return case kind
    when 'drop' then (select user_id from public.voice_drops where id = subject)
    when 'comment' then (select user_id from public.voice_drop_comments where id = subject)
    when 'person' then (select user_id from public.profiles where user_id = subject)
    when 'message' then (
      select case message.place when 1 then conversation.first_id else conversation.second_id end
      from public.messages as message
      join public.conversations as conversation on conversation.id = message.conversation_id
      where message.id = subject
    )
  end;
end
$$;
comment on function private.author_of is
  'Whose a drop, comment or message is, and of a person the person; null if it is gone.';

create function private.clip_facts(duration double precision, waveform smallint[], filter_used text)
returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_strip_nulls(
    jsonb_build_object('duration', duration, 'waveform', waveform, 'filter_used', filter_used)
  )
$$;

-- A deletion waits for the lock of the row before its triggers look for evidence. So what is deleted meanwhile either
-- has its evidence, or cannot be reported any more.
create function private.take_evidence("case" uuid, kind text, subject uuid, report uuid default null)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if kind = 'drop' then
    insert into public.report_evidence (
      case_id, report_id, subject_kind, subject_id, author_id, content, facts, bucket, path, written_at
    )
    select "case", report, kind, id, user_id, title,
      jsonb_build_object('hashtags', hashtags) || private.clip_facts(duration, waveform, filter_used),
      'voice-drops', audio_path, created_at
    from public.voice_drops where id = subject for key share;
  elsif kind = 'comment' then
    insert into public.report_evidence (
      case_id, report_id, subject_kind, subject_id, author_id, content, facts, bucket, path, written_at
    )
    select "case", report, kind, id, user_id, content, private.clip_facts(duration, waveform, filter_used),
      case when audio_path is not null then 'voice-drops' end, audio_path, created_at
    from public.voice_drop_comments where id = subject for key share;
  elsif kind = 'person' then
    -- An update, which may replace the picture, waits for this lock.
    insert into public.report_evidence (
      case_id, report_id, subject_kind, subject_id, author_id, content, facts, bucket, path, written_at
    )
    select "case", report, kind, user_id, user_id, bio, jsonb_build_object('username', username),
      case when avatar_path is not null then 'voice-drops' end, avatar_path, updated_at
    from public.profiles where user_id = subject for share;
  else
    -- With the five before it. Of one that was deleted for both meanwhile, private.deleted_messages has words and clip
    -- for seven days.
    insert into public.report_evidence (
      case_id, report_id, "position", subject_kind, subject_id, author_id, content, facts, bucket, path,
      written_at
    )
    select "case", report, message.position - reported.position, kind, message.id,
      case message.place when 1 then conversation.first_id else conversation.second_id end,
      coalesce(message.content, deleted.content),
      private.clip_facts(clip.duration, clip.waveform, clip.filter_used)
        || case when conversation.is_anonymous then jsonb_build_object('is_anonymous', message.place = 1) else '{}' end,
      case when clip.id is not null then 'messages' end, clip.name, message.sent_at
    from public.messages as reported
    join public.conversations as conversation on conversation.id = reported.conversation_id
    join public.messages as message
      on message.conversation_id = reported.conversation_id
      and message.position between reported.position - 5 and reported.position
    left join private.deleted_messages as deleted on deleted.message_id = message.id
    left join private.message_clips as clip on clip.id = coalesce(message.clip_id, deleted.clip_id)
    where reported.id = subject;
  end if;
  return found;
end
$$;
comment on function private.take_evidence is
  'Keeps a drop, a comment, a person''s profile, or a message and the five before it. False if it is gone.';

create function private.file_report() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  kind constant text := private.reported_kind(new);
  subject constant uuid := private.reported_id(new);
  opened constant uuid := private.open_case(kind, subject, private.author_of(kind, subject));
begin
  if not private.take_evidence(opened, kind, subject, new.id) then
    raise exception 'There is nothing to report any more' using errcode = 'foreign_key_violation';
  end if;
  perform private.count_report(opened, new.reason);
  update public.reports set case_id = opened where id = new.id;
  return null;
end
$$;
comment on function private.file_report is 'Puts a report into the open case of its subject, and keeps the evidence.';

create trigger file_report after insert on public.reports
  for each row execute function private.file_report();
