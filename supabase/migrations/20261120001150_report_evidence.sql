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

create function private.keep_evidence(
  report uuid,
  kind text,
  subject uuid,
  author uuid,
  words text,
  written timestamptz,
  clip_bucket text default null,
  clip_path text default null,
  "position" int default 0
) returns void
language sql
set search_path = ''
as $$
  insert into public.report_evidence (
    report_id, "position", subject_kind, subject_id, author_id, content, bucket, path, written_at
  ) values (report, "position", kind, subject, author, words, clip_bucket, clip_path, written)
$$;
comment on function private.keep_evidence is
  'Keeps the words and the clip of a report''s subject, or of what came before it. Called by triggers of reports.';

create function private.keep_evidence_of_comment() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.keep_evidence(
    new.id, 'comment', id, user_id, content, created_at,
    case when audio_path is not null then 'voice-drops' end, audio_path
  )
  from public.voice_drop_comments where id = new.reported_comment_id;
  return null;
end
$$;

create trigger keep_evidence_of_comment after insert on public.reports
  for each row when (new.reported_comment_id is not null)
  execute function private.keep_evidence_of_comment();
