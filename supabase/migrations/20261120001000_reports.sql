-- Reports of drops and of people.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references public.profiles (user_id) on delete cascade,
  reported_user_id uuid references public.profiles (user_id) on delete cascade,
  reported_voice_drop_id uuid references public.voice_drops (id) on delete cascade,
  reason text not null,
  description text,
  created_at timestamptz not null default now(),
  cleared_at timestamptz,
  constraint reports_reporter_id_reported_user_id_key unique (reporter_id, reported_user_id),
  constraint reports_reporter_id_reported_voice_drop_id_key
    unique (reporter_id, reported_voice_drop_id),
  constraint reports_target_check check (num_nonnulls(reported_user_id, reported_voice_drop_id) = 1),
  constraint reports_not_oneself check (reporter_id <> reported_user_id),
  constraint reports_reason_check check (
    reason in (
      'spam', 'harassment', 'sexual', 'violence', 'copyright', 'privacy', 'impersonation', 'other'
    )
  ),
  constraint reports_description_check check (char_length(description) <= 500)
);

comment on table public.reports is
  'What people have reported: a drop or a person, each once by the same reporter.';
comment on column public.reports.cleared_at is
  'When the team looked at the report and found nothing wrong. Such reports no longer count.';

create index reports_reported_voice_drop_id_idx on public.reports (reported_voice_drop_id);
create index reports_reported_user_id_idx on public.reports (reported_user_id);

revoke all on public.reports from anon, authenticated;
grant all on public.reports to service_role;
grant select (
  id, reporter_id, reported_user_id, reported_voice_drop_id, reason, description, created_at
), insert (
  reporter_id, reported_user_id, reported_voice_drop_id, reason, description
) on public.reports to authenticated;

alter table public.reports enable row level security;

create policy "People see their own reports"
  on public.reports for select to authenticated
  using (reporter_id = (select auth.uid()));

create policy "People report others' drops that they can see, and other people"
  on public.reports for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and (
      reported_user_id is not null
      or exists (
        select from public.voice_drops as voice_drop
        where voice_drop.id = reported_voice_drop_id
          and voice_drop.user_id <> (select auth.uid())
      )
    )
  );

-- Three different people's reports flag a drop. The row is locked first, so
-- that reports made at the same moment are all counted.
create function private.flag_voice_drop() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  reported constant uuid := coalesce(new.reported_voice_drop_id, old.reported_voice_drop_id);
begin
  perform from public.voice_drops where id = reported for no key update;
  update public.voice_drops
  set is_flagged = not is_flagged
  where id = reported
    and is_flagged <> (
      select count(*) >= 3 from public.reports
      where reported_voice_drop_id = reported and cleared_at is null
    );
  return null;
end
$$;

create trigger flag_voice_drop after insert or update of cleared_at or delete on public.reports
  for each row execute function private.flag_voice_drop();
