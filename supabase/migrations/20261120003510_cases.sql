-- Cases of the desk: what people have reported about one subject, or what waits for staff for another reason.

create table private.cases (
  id uuid primary key default gen_random_uuid(),
  subject_kind text not null,
  subject_id uuid not null,
  person_id uuid,
  is_hidden boolean not null default false,
  excerpt text,
  details jsonb not null default '{}',
  report_count int not null default 0,
  reasons jsonb not null default '{}',
  opened_at timestamptz not null default now(),
  latest_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by uuid,
  assigned_to uuid references auth.users (id) on delete set null,
  assigned_at timestamptz,
  constraint cases_subject_kind_check check (
    subject_kind in ('drop', 'comment', 'person', 'message', 'contact', 'appeal', 'hold', 'lost-factor')
  )
);

comment on table private.cases is 'What staff decide about. A subject has one open case.';
comment on column private.cases.subject_id is
  'The drop (also of a hold), comment, account (also of a lost factor), message, or decision that is appealed against.';
comment on column private.cases.person_id is 'Whose the subject is. No foreign key: a case outlives the account.';
comment on column private.cases.is_hidden is
  'Whether the person is the sender of an anonymous message, whom staff have not shown.';
comment on column private.cases.details is
  'What the desk shows besides evidence, for those who open cases without reports: see where they are opened.';
comment on column private.cases.reasons is 'The number of reports by reason.';
comment on column private.cases.closed_by is 'The decision that closed it; null for one that needs none any more.';

create unique index cases_open_key on private.cases (subject_kind, subject_id) where closed_at is null;
create index cases_oldest_idx on private.cases (opened_at, id) where closed_at is null;
create index cases_newest_idx on private.cases (latest_at, id) where closed_at is null;
create index cases_most_idx on private.cases (report_count, id) where closed_at is null;
create index cases_kind_idx on private.cases (subject_kind, opened_at, id) where closed_at is null;
create index cases_closed_idx on private.cases (closed_at, id) where closed_at is not null;
create index cases_subject_id_idx on private.cases (subject_id);
create index cases_person_id_idx on private.cases (person_id);
create index cases_assigned_to_idx on private.cases (assigned_to);
create index cases_closed_by_idx on private.cases (closed_by) where closed_by is not null;

alter table private.cases enable row level security;

alter table public.reports
  add foreign key (case_id) references private.cases (id) on delete cascade;

-- In this form it is part of the plan of a query, as in lists of many cases.
create function private.is_listed("case" private.cases) returns boolean
language sql immutable
return "case".closed_at is not null or "case".subject_kind not in ('drop', 'comment', 'person')
  or "case".report_count > 0 or "case".details <> '{}';
comment on function private.is_listed is
  'Whether lists show a case: not one that staff have only looked at, without a report or a decision.';

-- Without the id: a case may concern one of the staff, who must not know of it.
create function private.notify_desk() returns void
language sql
set search_path = ''
as $$
  select realtime.send('{}', 'case', 'desk')
$$;
comment on function private.notify_desk is 'Notifies the desk that a case has changed.';

create policy "Staff receive messages about cases"
  on realtime.messages for select to authenticated
  using (
    extension = 'broadcast'
    and (select realtime.topic()) = 'desk'
    and (select private.staff_role()) is not null
  );

create function private.open_case(
  kind text, subject uuid, person uuid, details jsonb default '{}'
) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  opened uuid;
begin
  insert into private.cases as known (subject_kind, subject_id, person_id, details, is_hidden, excerpt)
  values (
    kind, subject, person, open_case.details,
    kind = 'message' and exists (
      select from public.messages as message
      join public.conversations as conversation on conversation.id = message.conversation_id
      where message.id = subject and message.place = 1 and is_anonymous
    ) or kind = 'appeal' and exists (
      select from public.decisions as appealed
      join private.cases as decided on decided.id = appealed.case_id
      where appealed.id = subject and decided.is_hidden
    ),
    left(case kind
      when 'drop' then (select title from public.voice_drops where id = subject)
      when 'hold' then (select title from public.voice_drops where id = subject)
      when 'comment' then (select content from public.voice_drop_comments where id = subject)
      when 'person' then (select username from public.profiles where user_id = subject)
    end, 200)
  )
  on conflict (subject_kind, subject_id) where closed_at is null
  do update set latest_at = now(), details = known.details || excluded.details,
    -- One that staff have only looked at begins to wait now.
    opened_at = case when private.is_listed(known) then known.opened_at else now() end
  returning id into opened;
  perform private.notify_desk();
  return opened;
end
$$;
comment on function private.open_case is
  'The open case of a subject, which is opened if there is none. Details are added to those that it has.';

create function private.count_report("case" uuid, reason text) returns void
language sql
set search_path = ''
as $$
  update private.cases
  set report_count = report_count + 1,
    reasons = reasons || jsonb_build_object(reason, coalesce((reasons ->> reason)::int, 0) + 1),
    latest_at = now()
  where id = "case"
$$;

create function private.close_case("case" uuid, decision uuid default null) returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.cases
  set closed_at = now(), closed_by = decision, assigned_to = null, assigned_at = null
  where id = "case" and closed_at is null;
  -- As in packages/domain: EVIDENCE_KEPT_MONTHS.
  update public.report_evidence set kept_until = now() + interval '6 months' where case_id = "case";
  perform private.notify_desk();
end
$$;
comment on function private.close_case is
  'Closes a case by a decision, or without one. Its evidence is kept for another six months.';

create function private.reopen_cases(decision uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  closed private.cases;
  later private.cases;
begin
  for closed in select * from private.cases where closed_by = decision order by id for no key update loop
    -- A subject has one open case.
    select * into later from private.cases
    where subject_kind = closed.subject_kind and subject_id = closed.subject_id and closed_at is null
    for update;
    if found then
      -- Who has reported the same again has one open report.
      delete from public.reports as again using public.reports as earlier
      where again.case_id = later.id and earlier.case_id = closed.id and earlier.decision_id = decision
        and earlier.reporter_id = again.reporter_id;
      update public.reports set case_id = closed.id where case_id = later.id;
      update public.report_evidence set case_id = closed.id where case_id = later.id;
      update public.decisions set case_id = closed.id where case_id = later.id;
      delete from private.cases where id = later.id;
    end if;
    update private.cases
    set closed_at = null, closed_by = null, latest_at = coalesce(later.latest_at, latest_at),
      (report_count, reasons) = (
        select coalesce(sum(number), 0), coalesce(jsonb_object_agg(reason, number), '{}')
        from (
          select reason, count(*) as number from public.reports where case_id = closed.id group by reason
        ) as counted
      )
    where id = closed.id;
    update public.report_evidence set kept_until = null where case_id = closed.id;
    perform private.notify_desk();
  end loop;
end
$$;
comment on function private.reopen_cases is
  'Opens the cases again that a decision has closed. What was reported since then is added to them.';

-- Staff decide nothing in which they take part. A case of a message has both of its people: the reporter is its
-- recipient.
create function private.may_decide("case" private.cases) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  appealed record;
begin
  if "case".person_id = caller
    or exists (select from public.reports where case_id = "case".id and reporter_id = caller) then
    return false;
  end if;
  if "case".subject_kind <> 'appeal' then
    return true;
  end if;
  select * into appealed from public.decisions where id = "case".subject_id;
  return found and private.may_decide((select known from private.cases as known where id = appealed.case_id))
    and (
      appealed.decided_by is distinct from caller
      or not exists (select from private.staff where user_id <> caller)
    );
end
$$;
comment on function private.may_decide(private.cases) is
  'Whether the caller, one of staff, may open and decide a case: not as its reporter, the person that it concerns, or, where there is somebody else, who has made the decision that is appealed against.';

create function private.may_decide("case" uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(
    private.may_decide((select known from private.cases as known where id = "case")), false
  );
end
$$;

create function private.require_case("case" uuid) returns private.cases
language plpgsql
set search_path = ''
as $$
declare
  known private.cases;
begin
  perform private.require_staff();
  select * into known from private.cases where id = "case" for no key update;
  if not found or not private.may_decide(known) then
    raise exception 'There is no such case.' using errcode = 'PT404';
  end if;
  return known;
end
$$;
comment on function private.require_case is
  'Locks a case that the caller, one of staff, may decide. One that they take part in is treated as a missing one.';

create function public.desk_assign("case" uuid, mine boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  known constant private.cases := private.require_case("case");
begin
  if known.closed_at is not null then
    raise exception 'This case was decided meanwhile.' using errcode = 'PT409';
  end if;
  perform private.require_unassigned(known);
  update private.cases
  set assigned_to = case when mine then auth.uid() end, assigned_at = case when mine then now() end
  where id = known.id;
  perform private.notify_desk();
end
$$;
comment on function public.desk_assign is 'Assigns a case to the caller, or to nobody.';
revoke all on function public.desk_assign from anon, service_role;
grant execute on function public.desk_assign to authenticated;

create function private.require_unassigned("case" private.cases) returns void
language plpgsql
set search_path = ''
as $$
begin
  if "case".assigned_to <> auth.uid() and "case".assigned_at > now() - interval '30 minutes'
    and not exists (select from private.staff where user_id = auth.uid() and role = 'admin') then
    raise exception 'Somebody else is deciding this case.' using errcode = 'PT409';
  end if;
end
$$;
comment on function private.require_unassigned is
  'Raises an error if somebody else of staff has been assigned a case for less than half an hour. Admins may take it.';

-- Clips.

create function private.opened_messages_until("case" private.cases) returns timestamptz
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select max(at) + interval '1 hour' from private.staff_log
    where staff_id = auth.uid() and act = 'open-messages' and subject_kind = 'message'
      and subject_id = "case".subject_id::text and at > now() - interval '1 hour'
  );
end
$$;
comment on function private.opened_messages_until is
  'Until when the caller, who has given a reason, reads the messages of a case; null if not.';

create function private.is_case_clip(bucket text, path text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.staff_role() is not null and exists (
    select from public.report_evidence as evidence
    join private.cases as "case" on "case".id = evidence.case_id
    where evidence.bucket = is_case_clip.bucket and evidence.path = is_case_clip.path
      and private.may_decide("case")
      and (evidence.bucket <> 'messages' or private.opened_messages_until("case") is not null)
  );
end
$$;
comment on function private.is_case_clip is
  'Whether an object is the clip of a case that the caller, one of staff, may decide; that of a message only while they read its messages.';
grant execute on function private.is_case_clip to authenticated;

create policy "Staff load the clips of cases"
  on storage.objects for select to authenticated
  using (private.is_case_clip(bucket_id, name));

-- What staff see that nobody else does, with a reason that is logged.

create function public.desk_open_messages("case" uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  known constant private.cases := private.require_case("case");
begin
  if known.subject_kind <> 'message' then
    raise exception 'This case has no messages.' using errcode = 'invalid_parameter_value';
  end if;
  perform private.require_reason(reason);
  perform private.log_act(
    'open-messages', 'message', known.subject_id::text,
    case when not known.is_hidden then known.person_id end, reason
  );
  return private.evidence_of(known);
end
$$;
comment on function public.desk_open_messages is
  'Shows the caller, one of staff, the messages of a case for an hour, and logs why. Returns its evidence.';
revoke all on function public.desk_open_messages from anon, service_role;
grant execute on function public.desk_open_messages to authenticated;

create function public.desk_show_sender("case" uuid, reason text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  known constant private.cases := private.require_case("case");
begin
  if not known.is_hidden then
    raise exception 'The sender is not hidden.' using errcode = 'PT409';
  end if;
  perform private.require_reason(reason);
  perform private.log_act('show-sender', known.subject_kind, known.subject_id::text, known.person_id, reason);
  update private.cases set is_hidden = false where id = known.id;
  perform private.notify_desk();
  return private.account_json(known.person_id);
end
$$;
comment on function public.desk_show_sender is
  'Shows staff the sender of the anonymous message of a case, and logs why. Returns the account.';
revoke all on function public.desk_show_sender from anon, service_role;
grant execute on function public.desk_show_sender to authenticated;

-- Cases that staff open without a report.

create function public.desk_open(kind text, subject uuid) returns uuid
language plpgsql security definer
set search_path = ''
as $$
declare
  person uuid;
  opened uuid;
begin
  perform private.require_staff();
  person := case when kind in ('drop', 'comment', 'person') then private.author_of(kind, subject) end;
  if person is null or person = auth.uid() then
    raise exception 'There is no such %.', kind using errcode = 'PT404';
  end if;
  opened := private.open_case(kind, subject, person);
  perform private.require_case(opened);
  perform private.log_act('open-case', kind, subject::text, person);
  perform private.take_evidence(opened, kind, subject)
  where not exists (select from public.report_evidence where case_id = opened);
  return opened;
end
$$;
comment on function public.desk_open is
  'Opens the case of a drop, a comment or a person for staff, without a report. Returns its id.';
revoke all on function public.desk_open from anon, service_role;
grant execute on function public.desk_open to authenticated;

create function public.desk_find(username text) returns uuid
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff();
  return public.desk_open(
    'person', (select user_id from public.profiles where handle = lower(ltrim(desk_find.username, '@')))
  );
end
$$;
comment on function public.desk_find is 'Opens the case of a person for staff, by the username. Returns its id.';
revoke all on function public.desk_find from anon, service_role;
grant execute on function public.desk_find to authenticated;

create function public.desk_hide_hashtag(tag text, hidden boolean, reason text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  folded constant text := private.fold_hashtag(ltrim(tag, '#'));
begin
  perform private.require_staff();
  if not private.are_hashtags(array[folded]) then
    raise exception 'There is no such hashtag.' using errcode = 'PT404';
  end if;
  perform private.require_reason(reason);
  perform private.log_act(
    case when hidden then 'hide-hashtag' else 'show-hashtag' end, 'hashtag', folded, null, reason
  );
  perform public.hide_hashtag(folded, hidden);
end
$$;
comment on function public.desk_hide_hashtag is
  'Removes a hashtag from topics and suggestions, or returns it to them, and logs why. Its drops stay.';
revoke all on function public.desk_hide_hashtag from anon, service_role;
grant execute on function public.desk_hide_hashtag to authenticated;

create function public.desk_hidden_hashtags() returns text[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff();
  return array(select tag from private.hashtags where is_hidden order by tag limit 1000);
end
$$;
comment on function public.desk_hidden_hashtags is 'The hashtags that staff have removed from topics and suggestions.';
revoke all on function public.desk_hidden_hashtags from anon, service_role;
grant execute on function public.desk_hidden_hashtags to authenticated;
