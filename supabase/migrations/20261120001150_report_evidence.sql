-- What was reported, as it was then: its author may delete it before the team has read the report. Reports of
-- drops and of accounts have none.

create table public.report_evidence (
  report_id uuid not null,
  position int not null default 0,
  subject_kind text not null,
  subject_id uuid not null,
  author_id uuid,
  content text,
  bucket text,
  path text,
  written_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (report_id, position),
  constraint report_evidence_subject_kind_check check (subject_kind in ('comment', 'message')),
  constraint report_evidence_path_check check ((bucket is null) = (path is null))
);

comment on table public.report_evidence is
  'Words and clips of reported comments and messages. No foreign keys: the rows outlive the report and its subject, for 90 days. Only the secret key reads them.';
comment on column public.report_evidence.position is
  '0 is what was reported, -1 what came before it in the same conversation, and so on.';
comment on column public.report_evidence.path is
  'The clip in its bucket, whose file is kept as long as this row.';
comment on column public.report_evidence.written_at is 'When the subject was written.';

create index report_evidence_path_idx on public.report_evidence (path) where path is not null;
create index report_evidence_created_at_idx on public.report_evidence (created_at);

alter table public.report_evidence enable row level security;

create function private.keep_evidence_of_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.report_evidence (
    report_id, position, subject_kind, subject_id, author_id, content, written_at, bucket, path
  )
  select new.id, 0, 'comment', id, user_id, content, created_at,
    case when audio_path is not null then 'voice-drops' end, audio_path
  from public.voice_drop_comments where id = new.reported_comment_id;
  return null;
end
$$;

create trigger keep_evidence_of_comment after insert on public.reports
  for each row when (new.reported_comment_id is not null)
  execute function private.keep_evidence_of_comment();

-- Of a message that was deleted for both meanwhile, private.deleted_messages has words and clip for seven days.
create function private.keep_evidence_of_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.report_evidence (
    report_id, position, subject_kind, subject_id, author_id, content, written_at, bucket, path
  )
  select new.id, message.position - reported.position, 'message', message.id,
    case message.place when 1 then conversation.first_id else conversation.second_id end,
    coalesce(message.content, deleted.content), message.sent_at,
    case when clip.id is not null then 'messages' end, clip.name
  from public.messages as reported
  join public.conversations as conversation on conversation.id = reported.conversation_id
  join public.messages as message
    on message.conversation_id = reported.conversation_id
    and message.position between reported.position - 5 and reported.position
  left join private.deleted_messages as deleted on deleted.message_id = message.id
  left join private.message_clips as clip on clip.id = coalesce(message.clip_id, deleted.clip_id)
  where reported.id = new.reported_message_id;
  return null;
end
$$;
comment on function private.keep_evidence_of_message is
  'Keeps a reported message and the five before it.';

create trigger keep_evidence_of_message after insert on public.reports
  for each row when (new.reported_message_id is not null)
  execute function private.keep_evidence_of_message();
