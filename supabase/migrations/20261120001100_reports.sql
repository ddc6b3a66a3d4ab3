-- Reports of accounts, drops, comments and messages. A report outlives what was reported, so nothing but its reporter is
-- referenced: what its row says does not depend on what its subject's owner, or staff, has deleted.

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  reporter_id uuid not null references public.profiles (user_id) on delete cascade,
  reported_user_id uuid,
  reported_voice_drop_id uuid,
  reported_comment_id uuid,
  reported_message_id uuid,
  reason text not null,
  description text,
  created_at timestamptz not null default now(),
  counts_to_hide boolean not null default false,
  cleared_at timestamptz,
  case_id uuid,
  decision_id uuid,
  constraint reports_target_check check (
    num_nonnulls(reported_user_id, reported_voice_drop_id, reported_comment_id, reported_message_id) = 1
  ),
  constraint reports_not_oneself check (reporter_id <> reported_user_id),
  constraint reports_reason_check check (
    reason in (
      'spam', 'harassment', 'sexual', 'violence', 'copyright', 'privacy', 'impersonation', 'other'
    )
  ),
  constraint reports_description_check check (
    (description = '' or private.has_content(description)) and char_length(description) <= 4000
  )
);

comment on table public.reports is
  'Reports of an account, a drop, a comment or a message. A reporter has one open report of each; what happens after the decision may be reported again.';
comment on column public.reports.counts_to_hide is
  'Whether the reporter''s account was established when it made the report, and none of its earlier reports of the same was cleared. Set by a trigger; the team may change it.';
comment on column public.reports.cleared_at is
  'When the team looked at the report and found nothing wrong. Such reports no longer count.';
comment on column public.reports.case_id is 'The case to which it belongs. Set by a trigger.';
comment on column public.reports.decision_id is 'The decision that closed it; null while it is open.';

create unique index reports_open_key on public.reports (
  reporter_id, coalesce(reported_voice_drop_id, reported_comment_id, reported_message_id, reported_user_id)
) where decision_id is null;
create index reports_reporter_id_idx on public.reports (reporter_id);
create index reports_reported_voice_drop_id_idx on public.reports (reported_voice_drop_id);
create index reports_reported_user_id_idx on public.reports (reported_user_id);
create index reports_reported_comment_id_idx on public.reports (reported_comment_id);
create index reports_reported_message_id_idx on public.reports (reported_message_id);
create index reports_created_at_idx on public.reports (created_at, reason);
create index reports_case_id_idx on public.reports (case_id);
create index reports_decided_idx on public.reports (reporter_id, created_at desc) include (cleared_at)
  where decision_id is not null;

grant select (
  id, reporter_id, reported_user_id, reported_voice_drop_id, reported_comment_id, reported_message_id,
  reason, description, created_at
), insert (
  reporter_id, reported_user_id, reported_voice_drop_id, reported_comment_id, reported_message_id,
  reason, description
) on public.reports to authenticated;

alter table public.reports enable row level security;

create function private.reported_kind(report public.reports) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when report.reported_voice_drop_id is not null then 'drop'
    when report.reported_comment_id is not null then 'comment'
    when report.reported_message_id is not null then 'message'
    else 'person'
  end
$$;
comment on function private.reported_kind is 'The kind of what a report is about, as in private.cases.';

create function private.reported_id(report public.reports) returns uuid
language sql immutable
set search_path = ''
as $$
  select coalesce(
    report.reported_voice_drop_id, report.reported_comment_id, report.reported_message_id, report.reported_user_id
  )
$$;
comment on function private.reported_id is 'What a report is about, as in private.cases and reports_open_key.';

-- Also across a block, which hides the message: who has written it could prevent the report otherwise. Not once the
-- caller has deleted the conversation: how long its messages are kept then depends on the other side.
create function private.may_report_message(message uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.messages as received
    join public.conversation_participants as mine using (conversation_id)
    where received.id = message and received.is_delivered
      and mine.user_id = auth.uid() and mine.place <> received.place
      and received.position > mine.deleted_position
  );
end
$$;
comment on function private.may_report_message is 'Whether the caller has received a message.';
grant execute on function private.may_report_message to authenticated;

-- Also somebody who has blocked the caller.
create function private.is_person(account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.profiles where user_id = account);
end
$$;
comment on function private.is_person is 'Whether an account has a profile.';
grant execute on function private.is_person to authenticated;

create policy "People see their own reports"
  on public.reports for select to authenticated
  using (reporter_id = (select auth.uid()));

create policy "People report other people, and what they see of others"
  on public.reports for insert to authenticated
  with check (
    reporter_id = (select auth.uid())
    and (
      private.is_person(reported_user_id)
      or exists (
        select from public.voice_drops as voice_drop
        where voice_drop.id = reported_voice_drop_id
          and voice_drop.user_id <> (select auth.uid())
      )
      or exists (
        select from public.voice_drop_comments as comment
        where comment.id = reported_comment_id
          and comment.user_id <> (select auth.uid())
      )
      or private.may_report_message(reported_message_id)
    )
  );

create function private.clean_report() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.description := private.clean_text(new.description);
  return new;
end
$$;

create trigger clean_report before insert on public.reports
  for each row execute function private.clean_report();

-- Three accounts created in a minute must not be able to hide a drop. The reports that count come
-- from accounts with activity at least a day apart, which are not suspended.
create function private.is_established(account uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from auth.users
    where id = account
      and created_at <= now() - interval '1 day'
      -- Without address confirmation, accounts are confirmed when they are created.
      and confirmed_at is not null
  ) and (
    select max(latest) - min(first) >= interval '1 day'
    from (
      select min(created_at) as first, max(created_at) as latest
      from public.voice_drops where user_id = account
      union all
      select min(created_at), max(created_at)
      from public.voice_drop_comments where user_id = account
      union all
      select min(created_at), max(created_at)
      from public.voice_drop_likes where user_id = account
      union all
      select min(created_at), max(created_at)
      from public.follows where follower_id = account
    ) as acts
  ) is true
$$;
comment on function private.is_established is
  'Whether an account is older than a day, confirmed, and has posted, commented, liked or followed at times at least a day apart.';

create function private.set_counts_to_hide() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Where staff have found nothing wrong, those who reported it before do not hide it again: staff decide again.
  new.counts_to_hide := private.is_established(new.reporter_id) and private.may_write() and not exists (
    select from public.reports as earlier
    where earlier.reporter_id = new.reporter_id and earlier.cleared_at is not null
      and private.reported_id(earlier) = private.reported_id(new)
  );
  return new;
end
$$;

create trigger set_counts_to_hide before insert on public.reports
  for each row execute function private.set_counts_to_hide();

-- Open reports of three established accounts flag a drop. The drops' rows are locked first, so that
-- concurrent reports are all counted, and in one order.
create function private.flag_voice_drops() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  reported constant uuid[] := array(
    select reported_voice_drop_id from changed where reported_voice_drop_id is not null
  );
  flagged public.voice_drops;
begin
  perform from public.voice_drops where id = any (reported) order by id for no key update;
  for flagged in
    update public.voice_drops as voice_drop
    set is_flagged = not is_flagged
    where id = any (reported)
      and is_flagged <> (
        select count(*) >= 3 from public.reports
        where reported_voice_drop_id = voice_drop.id and counts_to_hide
          and cleared_at is null and decision_id is null
      )
    returning *
  loop
    perform private.note_flag(flagged.id, flagged.is_flagged);
  end loop;
  return null;
end
$$;

create trigger flag_voice_drops_on_insert after insert on public.reports
  referencing new table as changed
  for each statement execute function private.flag_voice_drops();
create trigger flag_voice_drops_on_update after update on public.reports
  referencing new table as changed
  for each statement execute function private.flag_voice_drops();
create trigger flag_voice_drops_on_delete after delete on public.reports
  referencing old table as changed
  for each statement execute function private.flag_voice_drops();
